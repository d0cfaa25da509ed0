import type { Page } from 'playwright-core'
import type { Site } from './site.ts'

/** The flag whose second rule has a share in Staging. */
export const sharedFlag = 'checkout-layout'

export const shareOf = (page: Page) => page.getByRole('textbox', { name: 'Share of rule 2, in percent' })

/** Saves the current config with another share, as another person would. */
export const saveShare = async ({ api, projectId, environments }: Site, rolloutPercentage: number): Promise<number> => {
  const params = { projectId, envId: environments.staging ?? '', flagKey: sharedFlag }
  const { config } = (await api.getFlag({ params })).versions[params.envId] ?? {}
  if (!config) throw new Error('There is no version.')
  const rules = config.rules.map((rule, index) => (index === 1 ? { ...rule, rolloutPercentage } : rule))
  const version = config.version + 1
  await api.createFlagVersion({ params, body: { ...config, rules, version } as never })
  return version
}
