import type { Page } from 'playwright-core'
import type { Site } from './site.ts'

export const history = (flagKey: string, env: string) => `/flags/${flagKey}?env=${env}&tab=history`

/** Waits until two versions are compared. */
export const comparison = (page: Page, title: string) =>
  page.getByRole('heading', { name: title, exact: true }).waitFor()

const busyRule = (fields: object) => ({
  id: 'rule_pilot',
  name: 'Pilot countries',
  conditions: [{ attribute: 'country', operator: 'in', value: ['NL', 'BE'] }],
  rolloutPercentage: 10,
  value: 'compact',
  ...fields,
})
const tablet = { id: 'rule_tablet', name: 'Tablet trial', value: 'one-page', conditions: [] }

/** Helpers for versions in staging. */
export const flagVersions = ({ api, projectId, environments }: Site) => {
  const staging = (flagKey: string) => ({ projectId, envId: environments.staging ?? '', flagKey })
  const save = (flagKey: string, version: number, fields: object) =>
    api.createFlagVersion({ params: staging(flagKey), body: { version, enabled: true, rules: [], ...fields } as never })

  /** A flag with versions that differ in every way. */
  const makeBusyFlag = async (key: string): Promise<void> => {
    await api.createFlag({ params: { projectId }, body: { key, name: 'Checkout, tried', type: 'string' } })
    await save(key, 1, { defaultValue: 'classic', enabled: false })
    await save(key, 2, { defaultValue: 'classic', rules: [busyRule({})] })
    await save(key, 3, { defaultValue: 'classic', rules: [busyRule({ rolloutPercentage: 25 }), tablet] })
    const countries = [{ attribute: 'country', operator: 'in', value: ['NL', 'BE', 'DE'] }]
    const rules = [{ ...tablet, enabled: false }, busyRule({ rolloutPercentage: 25, conditions: countries })]
    await save(key, 4, { defaultValue: 'compact', rules })
  }

  return { save, makeBusyFlag }
}
