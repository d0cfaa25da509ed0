import { createHash } from 'node:crypto'
import { bundleOf, type ConformanceCase, sendableFiles } from '../conformance-cases.ts'
import { startTestServer } from './test-server.ts'

/** Starts Delivery with an environment and a client key for each case of the conformance data. */
export const startConformanceServer = async () => {
  let made = 0
  const files = sendableFiles.map(({ subject, cases }) => ({
    subject,
    cases: cases.map((one) => ({
      ...one,
      expect: toldToClients(one),
      key: `pk_${String(made++).padStart(43, '0')}`,
    })),
  }))
  const cases = files.flatMap((file) => file.cases)
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
      readBundle: async (environmentId) =>
        bundleOf(cases[Number(environmentId.slice(4))] as ConformanceCase, environmentId),
    }),
  })

  /** A `fetch` from the country of the case, if it has one. */
  const fetchFrom = (country: string | undefined): typeof globalThis.fetch =>
    country === undefined
      ? fetch
      : (input, init) => fetch(input, { ...init, headers: { ...(init?.headers as object), 'x-country': country } })

  return { files, deliveryUrl, fetchFrom }
}

/** The expected answer for a client key, which is not told of flags that it cannot evaluate. */
const toldToClients = ({ expect: { prerequisite, ...others }, flags = {} }: ConformanceCase) =>
  prerequisite !== undefined && Object.hasOwn(flags, prerequisite) ? { ...others, prerequisite } : others
