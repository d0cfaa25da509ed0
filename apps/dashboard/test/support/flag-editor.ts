import type { Page } from 'playwright-core'
import type { Dashboard } from './dashboard.ts'

/** Helpers for a flag's page, where its config is edited. */
export const flagEditor = ({ open, api, projectId, environments }: Dashboard) => {
  const configOf = async (flagKey: string, env: string) =>
    (await api.getFlag({ params: { projectId, flagKey } })).versions[environments[env] ?? '']?.config

  const openFlag = async (flagKey: string, env: string): Promise<Page> => {
    const page = await open(`/flags/${flagKey}?env=${env}`)
    await page.getByRole('article', { name: 'Default' }).waitFor()
    return page
  }

  const makeFlag = async (key: string, type: 'boolean' | 'string' | 'number', config: object): Promise<void> => {
    await api.createFlag({ params: { projectId }, body: { key, name: key, type } })
    const params = { projectId, envId: environments.staging ?? '', flagKey: key }
    await api.createFlagVersion({ params, body: { version: 1, enabled: true, rules: [], ...config } as never })
  }

  /** A separate flag for each test, so that none depends on another. */
  const newFlag = async (...flag: Parameters<typeof makeFlag>): Promise<Page> => {
    await makeFlag(...flag)
    return openFlag(flag[0], 'staging')
  }

  return { configOf, openFlag, makeFlag, newFlag }
}

export const rule = (page: Page, number: number) => page.getByRole('article', { name: `Rule ${number}`, exact: true })
