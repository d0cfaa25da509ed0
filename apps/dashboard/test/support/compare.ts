import type { Site } from './site.ts'

/** A flag in development, and the segment that it needs. */
export const addBetaSearch = async ({ api, projectId, environments }: Site): Promise<void> => {
  const params = { projectId, envId: environments.development ?? '', segmentKey: 'beta', flagKey: 'beta-search' }
  await api.createSegment({ params, body: { key: 'beta', name: 'Beta testers' } })
  await api.createSegmentVersion({ params, body: { version: 1, included: ['ada'] } })
  await api.createFlag({ params, body: { key: 'beta-search', name: 'Beta search', type: 'boolean' } })
  const rules = [{ id: 'beta', value: true, conditions: [{ operator: 'in_segment' as const, value: 'beta' }] }]
  await api.createFlagVersion({ params, body: { version: 1, enabled: true, defaultValue: false, rules } })
}
