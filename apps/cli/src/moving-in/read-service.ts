import { setTimeout as wait } from 'node:timers/promises'
import type { Contexts } from '../core/context.ts'
import { unreachable, wrongUse } from '../core/failure.ts'
import type { Snapshot, Source } from './converted.ts'

/** Where a service says what its SDKs read in one environment, and by which key. */
type Service = {
  title: string
  /** The variable with its address, and what that is where it is run by its maker. */
  address: { variable: string; usual?: string }
  /** Of the key, before the environment's name. */
  keyVariable: string
  path(key: string): string
  headers(key: string): Record<string, string>
}

const services: Partial<Record<Source, Service>> = {
  launchdarkly: {
    title: 'LaunchDarkly',
    address: { variable: 'LAUNCHDARKLY_SDK_URL', usual: 'https://sdk.launchdarkly.com' },
    keyVariable: 'LAUNCHDARKLY_SDK_KEY',
    path: () => '/sdk/latest-all',
    headers: (key) => ({ authorization: key }),
  },
  unleash: {
    title: 'Unleash',
    address: { variable: 'UNLEASH_URL' },
    keyVariable: 'UNLEASH_TOKEN',
    path: () => '/api/client/features',
    headers: (key) => ({ authorization: key }),
  },
  flagsmith: {
    title: 'Flagsmith',
    address: { variable: 'FLAGSMITH_URL', usual: 'https://edge.api.flagsmith.com' },
    keyVariable: 'FLAGSMITH_ENVIRONMENT_KEY',
    path: () => '/api/v1/environment-document/',
    headers: (key) => ({ 'x-environment-key': key }),
  },
  growthbook: {
    title: 'GrowthBook',
    address: { variable: 'GROWTHBOOK_URL', usual: 'https://cdn.growthbook.io' },
    keyVariable: 'GROWTHBOOK_CLIENT_KEY',
    path: (key) => `/api/features/${encodeURIComponent(key)}`,
    headers: () => ({}),
  },
}

type Asking = Pick<Contexts['server'], 'ask' | 'environment'>

/** What a service's SDKs read in each of these environments. Keys come from variables or a prompt, and are kept nowhere. */
export const readService = async (
  { ask, environment }: Asking,
  source: Source,
  theirs: readonly string[],
): Promise<Snapshot> => {
  const service = services[source]
  if (!service)
    return wrongUse(`The flags of ${source} are in a file: name it.`, `bunting import --from ${source} <file>`)
  if (theirs.length === 0) wrongUse('Which environment becomes which?', '--env <theirs>=<ours>')
  const { title, address, keyVariable, path, headers } = service
  const base = environment.variable(address.variable) ?? address.usual
  if (base === undefined) return wrongUse(`Where is your ${title}?`, `${address.variable}=https://…`)
  const environments: Record<string, unknown> = {}
  for (const name of theirs) {
    const variable = `${keyVariable}_${name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`
    const key = environment.variable(variable) ?? (await ask.secret(`The key of ${title}'s ${name} (${variable})`))
    environments[name] = await get(title, `${base.replace(/\/+$/, '')}${path(key)}`, headers(key))
  }
  return { source, environments }
}

const timeoutMs = 60_000
const maxTries = 5
const maxWaitS = 30

const get = async (title: string, url: string, headers: Record<string, string>): Promise<unknown> => {
  for (let tries = 1; ; tries++) {
    const response = await reach(title, url, headers)
    if (response.status === 429 && tries < maxTries) {
      await wait(1_000 * Math.min(Number(response.headers.get('retry-after')) || 1, maxWaitS))
      continue
    }
    if (response.status === 429 || response.status >= 500) {
      return unreachable(`${title} cannot answer now: ${response.status}.`)
    }
    if (!response.ok) return wrongUse(`${title} refuses the key, or has nothing there: ${response.status}.`)
    try {
      return await response.json()
    } catch {
      return wrongUse(`${new URL(url).origin} does not answer as ${title} does.`)
    }
  }
}

const reach = async (title: string, url: string, headers: Record<string, string>): Promise<Response> => {
  try {
    return await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
  } catch (error) {
    const cause = (error as { cause?: { code?: string } }).cause?.code ?? (error as Error).message
    return unreachable(`${title} cannot be reached at ${new URL(url).origin}: ${cause}.`)
  }
}
