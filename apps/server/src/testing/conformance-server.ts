import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { startTestServer } from './test-server.ts'

type ConformanceCase = {
  name: string
  flagKey: string
  config: { defaultValue: unknown } | null
  context: { attributes?: Record<string, string | number | boolean | null>; proxyCountry?: string }
  expect: { value: unknown }
}

const folder = new URL('../../../../conformance/', import.meta.url)

/** What can come over the wire: a context with anything else in it is refused before it is evaluated. */
const plain = (value: unknown) => value === null || ['string', 'number', 'boolean'].includes(typeof value)

/** Delivery with an environment for each case of the conformance data, and a client key of its own to ask it with. */
export const startConformanceServer = async () => {
  const cases = readdirSync(folder)
    .filter((file) => file.endsWith('.json') && file !== 'explain.json')
    .flatMap((file) => (JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as { cases: ConformanceCase[] }).cases)
    .filter(({ context }) => Object.values(context.attributes ?? {}).every(plain))
    .map((one, at) => ({ ...one, key: `pk_${String(at).padStart(43, '0')}` }))
  const hashes = cases.map(({ key }) => createHash('sha256').update(key).digest('hex'))

  const { deliveryUrl } = await startTestServer({
    delivery: { countryHeader: 'x-country' },
    wrapEdge: (edge) => ({
      ...edge,
      readKey: async (hash) => ({
        id: 'key_1',
        orgId: 'org_1',
        environmentId: `env_${hashes.indexOf(hash)}`,
        type: 'client',
        scopes: ['evaluate'],
      }),
      readBundle: async (environmentId) => {
        const { flagKey, config } = cases[Number(environmentId.slice(4))] as ConformanceCase
        const type = typeof config?.defaultValue
        const flags = config ? { [flagKey]: { id: 'flag_1', type, clientSafe: true, config } } : {}
        return { environmentId, revision: 1, text: JSON.stringify({ environmentId, revision: 1, flags }) }
      },
    }),
  })

  /** `fetch` from the country that the case says, if any. */
  const fetchFrom = (country: string | undefined): typeof globalThis.fetch =>
    country === undefined
      ? fetch
      : (input, init) => fetch(input, { ...init, headers: { ...(init?.headers as object), 'x-country': country } })

  return { cases, deliveryUrl, fetchFrom }
}
