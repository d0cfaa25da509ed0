import type { Page } from 'playwright-core'
import type { Dashboard } from './dashboard.ts'

/** Flags that several people change at once, in staging. */
export const contestedFlags = ({ api, projectId, environments, openAs }: Dashboard) => {
  const params = (flagKey: string) => ({ projectId, envId: environments.staging ?? '', flagKey })
  return {
    params,
    configOf: async (flagKey: string) =>
      (await api.getFlag({ params: { projectId, flagKey } })).versions[environments.staging ?? '']?.config,
    newFlag: async (key: string): Promise<void> => {
      await api.createFlag({ params: { projectId }, body: { key, name: key, type: 'boolean' } })
      const rules = [
        { id: 'rule_staff', name: 'Staff', value: true, rolloutPercentage: 10 },
        { id: 'rule_rest', name: 'The rest', value: true, rolloutPercentage: 20 },
      ]
      const body = { version: 1, enabled: true, defaultValue: false, rules }
      await api.createFlagVersion({ params: params(key), body })
    },
    openFlag: async (name: string, flagKey: string): Promise<Page> => {
      const page = await openAs(name, `/flags/${flagKey}?env=staging`)
      await page.getByRole('article', { name: 'Rule 2' }).waitFor()
      return page
    },
  }
}

export const shareOf = (page: Page, rule: number) =>
  page.getByRole('textbox', { name: `Share of rule ${rule}, in percent` })

export const setShare = (page: Page, rule: number, share: string) => shareOf(page, rule).fill(share)
