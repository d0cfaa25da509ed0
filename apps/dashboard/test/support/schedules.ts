import type { Site } from './site.ts'

export const hour = 3_600

/** Two steps, for checkout-layout. */
export const steps = [
  { after: hour, change: { rules: { 'pilot-countries': { rolloutPercentage: 60 } } } },
  { after: hour, change: { rules: { 'pilot-countries': { rolloutPercentage: 100 } }, defaultValue: 'compact' } },
]

/** Helpers for flags with schedules, and their places. */
export const scheduled = ({ api, projectId, environments }: Site) => {
  const place = (slug: string, flagKey = 'checkout-layout') => ({ projectId, envId: environments[slug] ?? '', flagKey })

  /** A flag for a single test, rolled out to 10 % in staging. */
  const newFlag = async (key: string): Promise<void> => {
    await api.createFlag({ params: { projectId }, body: { key, name: key, type: 'boolean' } })
    const rules = [{ id: 'beta', name: 'Beta', value: true, rolloutPercentage: 10 }]
    await api.createFlagVersion({
      params: place('staging', key),
      body: { version: 1, enabled: true, defaultValue: false, rules },
    })
  }

  return { place, newFlag }
}
