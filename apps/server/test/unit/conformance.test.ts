import { readdirSync, readFileSync } from 'node:fs'
import type { EnvironmentId } from '@bunting/contract'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../src/chance.ts'
import { openDelivery } from '../../src/delivery/app.ts'
import type { Edge } from '../../src/edge/edge.ts'
import { listen } from '../../src/http/listen.ts'
import { deliveryClient } from '../../src/testing/delivery-client.ts'
import { unboundedRoom, unboundedStreams } from '../../src/testing/unbounded.ts'

type Context = { attributes?: Record<string, unknown>; proxyCountry?: string }
type Case = {
  name: string
  flagKey: string
  config: { defaultValue: unknown } | null
  context: Context
  expect: object
}

const folder = new URL('../../../../conformance/', import.meta.url)
const cases = readdirSync(folder)
  .filter((file) => file.endsWith('.json') && file !== 'explain.json')
  .flatMap((file) => (JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as { cases: Case[] }).cases)

/** What can come over the wire: a context with anything else in it is refused before it is evaluated. */
const plain = (value: unknown) => value === null || ['string', 'number', 'boolean'].includes(typeof value)
const sendable = cases.filter(({ context }) => Object.values(context.attributes ?? {}).every(plain))

/** An edge with an environment for each case; its key says which. */
const environmentOf = (at: number): EnvironmentId => `env_${at}`
const edge: Edge = {
  readKey: async () => ({
    id: newId('apiKey'),
    orgId: newId('organization'),
    environmentId: environmentOf(state.at),
    type: 'server',
    scopes: ['evaluate'],
  }),
  readStreamKey: async () => undefined,
  readBundle: async (environmentId) => {
    const { flagKey, config } = sendable[state.at] as Case
    const type = typeof config?.defaultValue
    const flags = config ? { [flagKey]: { id: newId('flag'), type, clientSafe: false, config } } : {}
    return { environmentId, revision: 1, text: JSON.stringify({ environmentId, revision: 1, flags }) }
  },
  readRevision: async () => undefined,
  putBundle: async () => undefined,
  putKey: async () => undefined,
  onNotice: () => () => undefined,
  record: async () => undefined,
  onRecorded: () => async () => undefined,
  used: async () => undefined,
  onUsed: () => async () => undefined,
  marker: undefined,
  checkpointOf: undefined,
  forgetUnknown: async () => async () => undefined,
  ping: async () => undefined,
  close: async () => undefined,
}
const state = { at: 0 }
const unlimited = {
  serverLimit: undefined,
  clientLimit: undefined,
  failedLimit: undefined,
  copyDir: undefined,
  trustedProxies: undefined,
  streams: unboundedStreams,
  metricsTokens: undefined,
  shownMetrics: [],
}
const log = pino({ level: 'silent' })
const delivery = openDelivery({
  edge,
  log,
  settings: { ...unlimited, prefix: '', countryHeader: 'x-country', record: 'none' },
})
const listener = await listen(delivery, '127.0.0.1', 0, unboundedRoom)
afterAll(async () => {
  delivery.close()
  await listener.close()
})

test('most of the data can be sent', () => {
  expect(sendable.length).toBeGreaterThan(cases.length * 0.8)
})

test.each(sendable.map((one, at) => ({ ...one, at })))(
  'Delivery: $name',
  async ({ flagKey, context, expect: expected, at }) => {
    state.at = at
    const { send } = deliveryClient(`http://127.0.0.1:${listener.port}`, `sk_${String(at).padStart(43, '0')}`)
    const { proxyCountry, ...sent } = context
    const headers: Record<string, string> = proxyCountry === undefined ? {} : { 'x-country': proxyCountry }
    const { status, body } = await send('POST', '/v1/evaluate', { flagKey, context: sent }, headers)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toEqual({ flagKey, ...expected, requestId: expect.any(String) })
  },
)
