import { vi } from 'vitest'
import type { Edge } from '../../../src/edge/edge.ts'
import { deliveryClient } from '../../../src/testing/clients/delivery-client.ts'
import { startTestServer } from '../../../src/testing/servers/test-server.ts'
import { config, type TestOrganization } from '../../../src/testing/test-organization.ts'

export const flagsPath = '/ofrep/v1/evaluate/flags'

/** A server with a real edge that can be switched off, and a client for OFREP. */
export const startOfrep = async () => {
  const edgeIs = { keysAway: false, bundlesAway: false, silent: false }
  const refused = vi.fn(() => Promise.reject(new Error('the edge is down')))
  const wrapEdge = (edge: Edge): Edge => ({
    ...edge,
    readKey: async (hash) => (edgeIs.keysAway ? refused() : edge.readKey(hash)),
    readStreamKey: async (token) => (edgeIs.keysAway ? refused() : edge.readStreamKey(token)),
    readBundle: async (id) => (edgeIs.bundlesAway ? refused() : edge.readBundle(id)),
    onNotice: (listener) => edge.onNotice((notice) => edgeIs.silent || listener(notice)),
  })
  const withEdge = async <Result>(mode: keyof typeof edgeIs, work: () => Promise<Result>): Promise<Result> => {
    edgeIs[mode] = true
    try {
      return await work()
    } finally {
      edgeIs[mode] = false
    }
  }
  const server = await startTestServer({ wrapEdge, delivery: { countryHeader: 'x-country' } })

  const ask = (key: string, flagKey: string, context: unknown = {}) =>
    deliveryClient(server.deliveryUrl, key).send('POST', `${flagsPath}/${flagKey}`, { context })

  const askAll = (key: string, context: unknown = {}, headers: Record<string, string> = {}, query = '') =>
    deliveryClient(server.deliveryUrl, key).send('POST', `${flagsPath}${query}`, { context }, headers)

  return { server, refused, withEdge, ask, askAll }
}

/** Creates a flag with a config in development, and returns its key. */
export const addFlag = async (org: TestOrganization, fields: object = {}, flagFields: object = {}): Promise<string> => {
  const { key } = await org.createFlag(flagFields)
  await org.put(org.at(key), config(fields))
  return key
}

export const rule = (fields: object) => ({ id: 'rule-1', name: 'one', conditions: [], value: true, ...fields })

export const when = (attribute: string, value: unknown) =>
  rule({ conditions: [{ attribute, operator: 'equals', value }] })

export const revoke = (org: TestOrganization, id: string) =>
  org.delete(`${org.base}/environments/${org.environmentId('development')}/api-keys/${id}`)
