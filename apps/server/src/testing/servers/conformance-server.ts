import { createHash } from 'node:crypto'
import { bundleOf, type ConformanceCase, sendableFiles } from '../conformance-cases.ts'
import { startTestServer } from './test-server.ts'

/** Delivery with an environment for each case of the conformance data, and a client key of its own to ask it with. */
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

  /** `fetch` from the country that the case says, if any. */
  const fetchFrom = (country: string | undefined): typeof globalThis.fetch =>
    country === undefined
      ? fetch
      : (input, init) => fetch(input, { ...init, headers: { ...(init?.headers as object), 'x-country': country } })

  return { files, deliveryUrl, fetchFrom }
}

/** A client key is not told of a flag that it cannot ask for. */
const toldToClients = ({ expect: { prerequisite, ...others }, flags = {} }: ConformanceCase) =>
  prerequisite !== undefined && Object.hasOwn(flags, prerequisite) ? { ...others, prerequisite } : others
