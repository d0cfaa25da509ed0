import { expect, vi } from 'vitest'
import { startTestServer } from '../../apps/server/src/testing/servers/test-server.ts'
import { chooseScenarios } from '../../packages/openfeature/test/support/gherkin/left-out.ts'
import { runScenario } from '../../packages/openfeature/test/support/gherkin/run.ts'
import { openSuiteOrganization } from '../../packages/openfeature/test/support/suite-organization.ts'
import { bundle, equals, rule } from '../support/bundles.ts'
import { remoteWorld } from '../support/remote-world.ts'
import { scenario } from '../support/scenario.ts'

const api = 'openfeature'
const needs = 'openfeature'

scenario(
  42,
  'answers, reasons, variants and metadata are OpenFeature’s',
  async ({ open }) => {
    const rules = [rule({ id: 'pro', conditions: [equals('plan', 'pro')], value: 'red' })]
    const variants = [
      { key: 'warm', value: 'red' },
      { key: 'cold', value: 'blue' },
    ]
    const flags = {
      colour: { defaultValue: 'blue', rules, variants },
      off: { enabled: false },
      still: { defaultValue: true },
    }
    const client = await open({ bootstrap: bundle(flags as never), api })
    await client.ready()
    const asked = await client.evaluate('colour', '', { context: { targetingKey: 'ada', plan: 'pro' } })
    expect(asked).toMatchObject({ value: 'red', reason: 'TARGETING_MATCH', variant: 'warm', ruleId: 'pro' })
    expect(await client.evaluate('colour', '')).toMatchObject({ value: 'blue', reason: 'DEFAULT', variant: 'cold' })
    expect(await client.evaluate('off', true)).toMatchObject({ value: false, reason: 'DISABLED' })
    expect(await client.evaluate('still', false)).toMatchObject({ value: true, reason: 'STATIC', variant: 'on' })
    expect(await client.evaluate('none', 'mine')).toMatchObject({ value: 'mine', errorCode: 'FLAG_NOT_FOUND' })
    expect(await client.evaluate('colour', 1)).toMatchObject({ value: 1, errorCode: 'TYPE_MISMATCH' })
  },
  { needs },
)

scenario(
  42,
  'a whole number is an integer, and any number is a float',
  async ({ open }) => {
    const client = await open({ bootstrap: bundle({ whole: { defaultValue: 7 }, part: { defaultValue: 7.5 } }), api })
    await client.ready()
    expect(await client.evaluate('whole', 1, { type: 'integer' })).toMatchObject({ value: 7 })
    expect(await client.evaluate('whole', 1.5, { type: 'float' })).toMatchObject({ value: 7 })
    expect(await client.evaluate('part', 1.5, { type: 'float' })).toMatchObject({ value: 7.5 })
  },
  { needs },
)

scenario(
  42,
  'statuses and events follow the service, and shutting down closes the flags',
  async ({ open, openDelivery }) => {
    const delivery = await openDelivery()
    delivery.has(bundle({ flag: { defaultValue: 'first' } }))
    const client = await open({ url: delivery.url, api, timing: 0.1 })
    await client.ready()
    await client.tells({ type: 'PROVIDER_READY' })
    const provider = (status: string) =>
      vi.waitFor(async () => expect((await client.state()).providerStatus).toBe(status))
    await provider('READY')
    delivery.has(bundle({ flag: { defaultValue: 'second' } }, { revision: 2 }))
    delivery.sends(bundle({ flag: { defaultValue: 'second' } }, { revision: 2 }))
    await client.tells({ type: 'PROVIDER_CONFIGURATION_CHANGED', keys: ['flag'] })
    delivery.on('/v1/stream', (_, reply) => reply.answer(503))
    delivery.on('/v1/bundle', (_, reply) => reply.answer(503))
    delivery.cut()
    await provider('STALE')
    await client.tells({ type: 'PROVIDER_STALE' })
    for (const path of ['/v1/stream', '/v1/bundle']) delivery.on(path, undefined)
    await provider('READY')
    await client.close()
    expect((await client.state()).status).toBe('closed')
  },
  { needs },
)

scenario(
  42,
  'a refused key is fatal',
  async ({ open, openDelivery }) => {
    const delivery = await openDelivery()
    for (const path of ['/v1/stream', '/v1/bundle']) delivery.on(path, (_, reply) => reply.answer(401))
    const client = await open({ url: delivery.url, api })
    expect(await client.ready()).toBe(false)
    await vi.waitFor(async () => expect((await client.state()).providerStatus).toBe('FATAL'))
    expect(await client.evaluate('flag', 'mine')).toMatchObject({ value: 'mine', errorCode: 'PROVIDER_FATAL' })
  },
  { needs },
)

const server = await startTestServer()
const suites = await openSuiteOrganization(server)
const unseen: Parameters<typeof chooseScenarios>[0] = {
  'what cannot be changed in one process is a copy in another': ({ steps }) =>
    steps.some(({ text }) => text.includes('immutable')),
}
for (const pickle of chooseScenarios(unseen)) {
  scenario(
    42,
    `OpenFeature's ${pickle.uri}: ${pickle.name} (${pickle.id})`,
    async ({ open, openDelivery }) =>
      runScenario(pickle, await remoteWorld({ open, openDelivery, url: server.deliveryUrl, key: suites.key })),
    { needs },
  )
}
