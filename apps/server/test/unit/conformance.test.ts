import type { EnvironmentId } from '@bunting/contract'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { openDelivery } from '../../src/delivery/app.ts'
import type { Edge } from '../../src/edge/edge.ts'
import { listen } from '../../src/http/server/listen.ts'
import { newId } from '../../src/random.ts'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import {
  bundleOf,
  type ConformanceCase,
  casesOf,
  conformanceFiles,
  sendableFiles,
} from '../../src/testing/conformance-cases.ts'
import { everyCase } from '../../src/testing/every-case.ts'
import { unboundedRoom, unboundedStreams } from '../../src/testing/servers/unbounded.ts'

const cases = casesOf(sendableFiles)

/** An edge with one environment for each case, whose key selects it. */
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
  readBundle: async (environmentId) => bundleOf(cases[state.at] as ConformanceCase, environmentId),
  readRevision: async () => undefined,
  readList: async () => undefined,
  putBundle: async () => undefined,
  putKeys: async () => undefined,
  onNotice: () => () => undefined,
  record: async () => undefined,
  onRecorded: () => async () => undefined,
  track: async ({ answer }) => answer,
  onTracked: () => async () => undefined,
  readUnitSecret: async () => '',
  used: async () => undefined,
  onUsed: () => async () => undefined,
  sequence: undefined,
  checkpointOf: undefined,
  hasKeys: async () => false,
  forgetUnknown: async () => async () => undefined,
  ping: async () => undefined,
  close: async () => undefined,
}
const state = { at: 0 }
const unlimited = {
  serverLimit: undefined,
  clientLimit: undefined,
  failedLimit: undefined,
  lookupLimit: undefined,
  copyDir: undefined,
  trustedProxies: undefined,
  streams: unboundedStreams,
  metricsTokens: undefined,
  shownMetrics: [],
  track: false,
  respectGpc: false,
}
const log = pino({ level: 'silent' })
const urls = await Promise.all(
  (['fast', 'node'] as const).map(async (http) => {
    const settings = { ...unlimited, http, prefix: '', countryHeader: 'x-country', record: 'none' as const }
    const delivery = openDelivery({ edge, log, settings })
    const listener = await listen(delivery, '127.0.0.1', 0, unboundedRoom)
    afterAll(async () => {
      delivery.close()
      await listener.close()
    })
    return `http://127.0.0.1:${listener.port}`
  }),
)

test('most of the data can be sent', () => {
  expect(cases.length).toBeGreaterThan(casesOf(conformanceFiles).length * 0.8)
})

const check = async (one: ConformanceCase) => {
  const { flagKey, context, expect: expected } = one
  state.at = cases.indexOf(one)
  const { proxyCountry, ...sent } = context
  const headers: Record<string, string> = proxyCountry === undefined ? {} : { 'x-country': proxyCountry }
  for (const url of urls) {
    const { send } = deliveryClient(url, `sk_${String(state.at).padStart(43, '0')}`)
    const { status, body } = await send('POST', '/v1/evaluate', { flagKey, context: sent }, headers)
    expect(status, JSON.stringify(body)).toBe(200)
    const { requestId, ...answer } = body
    expect(answer).toEqual({ flagKey, ...expected })
    expect(requestId).toEqual(expect.any(String))
  }
}

test.each(sendableFiles)('Delivery: $subject', ({ cases }) => everyCase(cases, check))
