import type { Page } from 'playwright-core'
import type { Dashboard } from './dashboard.ts'

export const everyone = (defaultValue: boolean) => ({ enabled: true, defaultValue, rules: [] })

/** Helpers for tests about many flags at once, which use the API. */
export const manyFlags = ({ api, projectId, environments }: Dashboard) => {
  const idOf = (slug: string): string => environments[slug] ?? ''
  const save = (flagKey: string, slug: string, version: number, config: ReturnType<typeof everyone>) =>
    api.createFlagVersion({ params: { projectId, envId: idOf(slug), flagKey }, body: { version, ...config } })
  return {
    idOf,
    save,
    versionOf: async (flagKey: string, slug: string) =>
      (await api.getFlag({ params: { projectId, flagKey } })).versions[idOf(slug)]?.config,
    /** Creates `count` flags that are on in staging; every other one also exists in development, where it is off. */
    make: async (word: string, count: number): Promise<string[]> => {
      const keys = Array.from({ length: count }, (_, index) => `${word}-${String(index + 1).padStart(2, '0')}`)
      for (const [index, key] of keys.entries()) {
        await api.createFlag({ params: { projectId }, body: { key, name: `The ${key}`, type: 'boolean' } })
        await save(key, 'staging', 1, everyone(true))
        if (index % 2 === 0) await save(key, 'development', 1, { ...everyone(false), enabled: false })
      }
      return keys
    },
  }
}

/** Opens the dialog of an action on the selected flags. */
export const openAction = async (page: Page, action: string): Promise<void> => {
  await page.getByRole('toolbar').getByRole('button', { name: action, exact: true }).click()
  await page.getByRole('dialog').waitFor()
}

/** The preview of the changes, flag by flag. */
export const previewOf = (page: Page) => page.getByRole('dialog').getByRole('list', { name: 'Flag by flag' })
