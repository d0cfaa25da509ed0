import type { Site } from './site.ts'

const keys = [
  { type: 'server', description: 'Old batch jobs', scopes: ['evaluate'] },
  { type: 'server', description: 'Nightly export', scopes: ['read'] },
  { type: 'client', description: 'Web app, all countries' },
  { type: 'server', description: 'Storefront API', scopes: ['evaluate', 'telemetry'] },
] as const

/** Adds keys to Production like those of a shop, and returns their place. */
export const addShopKeys = async ({ api, projectId, environments }: Site) => {
  const params = { projectId, envId: environments.production ?? '' }
  for (const { type, description, ...more } of keys) {
    const scopes = 'scopes' in more ? { scopes: [...more.scopes] } : {}
    await api.createApiKey({ params, body: { type, description, ...scopes } })
  }
  return params
}
