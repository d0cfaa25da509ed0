import { type Flags, openFlags } from '@bunting/sdk-web'
import { fixedFlags } from '@bunting/sdk-web/testing'
import { OpenFeature, ProviderEvents } from '@openfeature/web-sdk'
import { EventSource } from 'eventsource'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { startTestServer } from '../../../apps/server/src/testing/servers/test-server.ts'
import { config } from '../../../apps/server/src/testing/test-organization.ts'
import { buntingProvider } from '../src/web.ts'
import { chooseScenarios, otherLevels } from './support/gherkin/left-out.ts'
import { runScenario } from './support/gherkin/run.ts'
import { suiteFlags } from './support/gherkin/suites.ts'
import { openSuiteOrganization } from './support/suite-organization.ts'
import { switchedFetch } from './support/switched-fetch.ts'
import { webWorld } from './support/web-world.ts'

vi.stubGlobal('EventSource', EventSource)
afterAll(() => void vi.unstubAllGlobals())
OpenFeature.setLogger({ error: vi.fn(), warn: vi.fn(), info: vi.fn(), debug: vi.fn() })
const server = await startTestServer()
const url = server.deliveryUrl
afterEach(async () => {
  await OpenFeature.clearProviders()
  await OpenFeature.clearContexts()
})

const openOrganization = async (fields: object = { defaultValue: true }) => {
  const org = await server.newOrganization()
  const { key: flagKey } = await org.createFlag({ clientSafe: true })
  await org.put(org.at(flagKey), config(fields))
  const { key } = await org.createKey({ type: 'client' })
  return { org, flagKey, key }
}

const clientOf = async (
  flags: Flags = fixedFlags({ checkout: true, colour: 'green', limit: 3, theme: { accent: 'blue' } }),
  options = {},
) => {
  await OpenFeature.setProviderAndWait(buntingProvider(flags, options))
  return OpenFeature.getClient()
}

test('every type resolves, with its reason and variant', async () => {
  const client = await clientOf()
  expect(client.getBooleanDetails('checkout', false)).toMatchObject({ value: true, reason: 'DEFAULT', variant: 'on' })
  expect(client.getStringValue('colour', 'blue')).toBe('green')
  expect(client.getNumberValue('limit', 1)).toBe(3)
  expect(client.getObjectValue('theme', {})).toEqual({ accent: 'blue' })
})

test("flags are for OpenFeature's context, and follow it", async () => {
  const rule = { id: 'rule-1', conditions: [{ attribute: 'plan', operator: 'equals', value: 'pro' }], value: true }
  const { flagKey, key } = await openOrganization({ rules: [rule] })
  await OpenFeature.setContext({ targetingKey: 'ada', plan: 'pro' })
  const client = await clientOf(openFlags({ url, key, flags: [flagKey] }))
  expect(client.getBooleanDetails(flagKey, false)).toMatchObject({
    value: true,
    reason: 'TARGETING_MATCH',
    flagMetadata: { ruleId: 'rule-1' },
  })
  await OpenFeature.setContext({ targetingKey: 'bob' })
  expect(client.getBooleanValue(flagKey, true)).toBe(false)
})

test.each([
  ['has an object in it', ['pro', {}]],
  ['has a list in it', ['pro', ['pro']]],
  ['has a number in it that is none', ['pro', Number.NaN]],
  ['has more than 100 items', Array.from({ length: 101 }, () => 'pro')],
  ['has a text of more than 1,024 characters', ['pro', 'x'.repeat(1_025)]],
])('a list that %s is left out: Bunting would refuse all of the context', async (_what, plan) => {
  const flags = fixedFlags({})
  await clientOf(flags)
  await OpenFeature.setContext({ targetingKey: 'ada', plan, roles: ['admin', 7, true, new Date(0)] })
  expect(flags.context).toEqual({
    userId: 'ada',
    attributes: { roles: ['admin', 7, true, '1970-01-01T00:00:00.000Z'] },
  })
})

test('errors have their codes, and the default comes back', async () => {
  const { flagKey, key } = await openOrganization()
  const client = await clientOf(openFlags({ url, key, flags: [flagKey, 'none'] }))
  const of = (errorCode: string, value: unknown) => ({ errorCode, value, reason: 'ERROR' })
  expect(client.getStringDetails('none', 'mine')).toMatchObject(of('FLAG_NOT_FOUND', 'mine'))
  expect(client.getNumberDetails(flagKey, 7)).toMatchObject(of('TYPE_MISMATCH', 7))
  expect(client.getObjectDetails(flagKey, { a: 1 })).toMatchObject(of('TYPE_MISMATCH', { a: 1 }))
})

test('a refused key is fatal, also where that was known before', async () => {
  const flags = openFlags({ url, key: `pk_${'0'.repeat(43)}`, flags: ['a'] })
  await flags.ready()
  for (const refused of [flags, openFlags({ url, key: `pk_${'1'.repeat(43)}`, flags: ['a'] })]) {
    await expect(OpenFeature.setProviderAndWait(buntingProvider(refused))).rejects.toThrow('refuses the key')
    expect(OpenFeature.getClient().providerStatus).toBe('FATAL')
  }
})

test('a change is an event', async () => {
  const { org, flagKey, key } = await openOrganization()
  const client = await clientOf(openFlags({ url, key, flags: [flagKey] }))
  const changed = vi.fn()
  client.addHandler(ProviderEvents.ConfigurationChanged, (event) => changed(event?.flagsChanged))
  await org.put(org.at(flagKey), config({ version: 2, defaultValue: false }))
  await vi.waitFor(() => expect(changed).toHaveBeenCalledWith([flagKey]))
  expect(client.getBooleanValue(flagKey, true)).toBe(false)
})

test('a context that Bunting cannot be asked for is an error, and the answers stay', async () => {
  const { flagKey, key } = await openOrganization()
  const network = switchedFetch()
  const client = await clientOf(openFlags({ url, key, flags: [flagKey], fetch: network.fetch }))
  network.turnOff()
  await OpenFeature.setContext({ targetingKey: 'bob' })
  expect(client.providerStatus).toBe('ERROR')
  expect(client.getBooleanValue(flagKey, false)).toBe(true)
  network.turnOn()
  await vi.waitFor(() => expect(client.providerStatus).toBe('READY'))
})

test('what is tracked goes where the application says', async () => {
  const onTrack = vi.fn()
  const client = await clientOf(undefined, { onTrack })
  client.track('order', { value: 12.5 })
  expect(onTrack).toHaveBeenCalledWith('order', {}, { value: 12.5 })
})

test('what is tracked goes to the flags too, with its value', async () => {
  const flags = fixedFlags({})
  const track = vi.spyOn(flags, 'track')
  const client = await clientOf(flags)
  client.track('order', { value: 12.5, currency: 'EUR' })
  client.track('visit')
  expect(track.mock.calls).toEqual([
    ['order', { value: 12.5 }],
    ['visit', {}],
  ])
})

test('closing OpenFeature closes the flags', async () => {
  const flags = fixedFlags({})
  await clientOf(flags)
  await OpenFeature.clearProviders()
  expect(flags.status).toBe('closed')
})

const suites = await openSuiteOrganization(server)
const { key: suitesKey } = await suites.createKey({ type: 'client' })
const flags = [...Object.keys(suiteFlags()), 'context-aware', 'missing-flag', 'non-existent-flag']
for (const scenario of chooseScenarios(otherLevels)) {
  test(`OpenFeature's ${scenario.uri}: ${scenario.name}`, () =>
    runScenario(scenario, webWorld({ url, key: suitesKey, flags })))
}
