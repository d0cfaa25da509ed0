import type { Dashboard } from './dashboard.ts'

/** A schema that matches the values of these flags. */
export const limits = {
  type: 'object',
  required: ['perMinute'],
  properties: { perMinute: { type: 'integer' }, burst: { type: 'integer', minimum: 1 } },
}

/** Creates a flag whose values are JSON. */
export const makeJsonFlag = async (
  { api, projectId, environments }: Dashboard,
  key: string,
  schema?: typeof limits,
): Promise<void> => {
  await api.createFlag({ params: { projectId }, body: { key, name: key, type: 'json', ...(schema && { schema }) } })
  const params = { projectId, envId: environments.staging ?? '', flagKey: key }
  const defaultValue = { perMinute: 60, burst: 10, tiers: ['a', 'b'] }
  await api.createFlagVersion({ params, body: { version: 1, enabled: true, defaultValue, rules: [] } })
}
