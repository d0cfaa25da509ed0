import { type Flags, openFlags } from '@bunting/sdk-server'
import { fixedFlags } from '@bunting/sdk-server/testing'
import { OpenFeature, ProviderEvents } from '@openfeature/server-sdk'
import { afterEach, expect, test, vi } from 'vitest'
import { startTestServer } from '../../../apps/server/src/testing/servers/test-server.ts'
import { config } from '../../../apps/server/src/testing/test-organization.ts'
import { buntingProvider } from '../src/server.ts'
import { chooseScenarios } from './support/gherkin/left-out.ts'
import { runScenario } from './support/gherkin/run.ts'
import { serverWorld } from './support/server-world.ts'
import { openSuiteOrganization } from './support/suite-organization.ts'
import { switchedFetch } from './support/switched-fetch.ts'

const server = await startTestServer()
const url = server.deliveryUrl
afterEach(() => OpenFeature.clearProviders())

const openOrganization = async (fields: object = { defaultValue: true }, flagFields: object = {}) => {
  const org = await server.newOrganization()
  const { key } = await org.createFlag(flagFields)
  await org.put(org.at(key), config(fields))
  return { org, key }
}

const clientOf = async (
  flags: Flags = fixedFlags({ checkout: true, colour: 'green', limit: 3, theme: { accent: 'blue' } }),
  options = {},
) => {
  await OpenFeature.setProviderAndWait(buntingProvider(flags, options))
  return OpenFeature.getClient()
}

test('every type resolves, with its reason, variant and version', async () => {
  const client = await clientOf()
  const details = { value: true, reason: 'STATIC', variant: 'on', flagMetadata: { version: '1' } }
  expect(await client.getBooleanDetails('checkout', false)).toMatchObject(details)
  expect(await client.getStringValue('colour', 'blue')).toBe('green')
  expect(await client.getNumberValue('limit', 1)).toBe(3)
  expect(await client.getObjectValue('theme', {})).toEqual({ accent: 'blue' })
})

test('the targeting key is the user, other properties are attributes, dates are instants', async () => {
  const rule = (attribute: string, operator: string, value: unknown) => ({
    id: `rule-${attribute}`,
    conditions: [{ attribute, operator, value }],
    value: true,
  })
  const rules = [rule('userId', 'equals', 'ada'), rule('plan', 'equals', 'pro'), rule('since', 'before', '2026-01-01')]
  const { org, key } = await openOrganization({ rules })
  const client = await clientOf(openFlags({ url, key: org.key }))
  const ruleFor = async (context: object) => {
    const { reason, flagMetadata } = await client.getBooleanDetails(key, false, { ...context })
    return [reason, flagMetadata.ruleId]
  }
  expect(await ruleFor({ targetingKey: 'ada' })).toEqual(['TARGETING_MATCH', 'rule-userId'])
  expect(await ruleFor({ plan: 'pro', nested: { plan: 'free' } })).toEqual(['TARGETING_MATCH', 'rule-plan'])
  expect(await ruleFor({ plan: ['free', 'pro'] })).toEqual(['TARGETING_MATCH', 'rule-plan'])
  expect(await ruleFor({ since: [new Date('2025-06-01')] })).toEqual(['TARGETING_MATCH', 'rule-since'])
  expect(await ruleFor({ since: new Date('2025-06-01') })).toEqual(['TARGETING_MATCH', 'rule-since'])
  expect(await ruleFor({ since: new Date('not a date'), nothing: null })).toEqual(['DEFAULT', undefined])
})

test('rollouts are splits, and a flag that is off says so', async () => {
  const everybody = { id: 'rule-all', value: true, rolloutPercentage: 100 }
  const split = await openOrganization({ rules: [everybody] })
  const client = await clientOf(openFlags({ url, key: split.org.key }))
  expect(await client.getBooleanDetails(split.key, false, { targetingKey: 'ada' })).toMatchObject({ reason: 'SPLIT' })
  const off = await openOrganization({ enabled: false, rules: [everybody] })
  const other = await clientOf(openFlags({ url, key: off.org.key }))
  expect(await other.getBooleanDetails(off.key, true)).toMatchObject({ value: false, reason: 'DISABLED' })
})

test('errors have their codes, and the default comes back', async () => {
  const client = await clientOf()
  const of = (errorCode: string, value: unknown) => ({ errorCode, value, reason: 'ERROR' })
  expect(await client.getStringDetails('none', 'mine')).toMatchObject(of('FLAG_NOT_FOUND', 'mine'))
  expect(await client.getNumberDetails('colour', 7)).toMatchObject(of('TYPE_MISMATCH', 7))
  expect(await client.getObjectDetails('colour', { a: 1 })).toMatchObject(of('TYPE_MISMATCH', { a: 1 }))
})

test('a refused key is fatal, and flags that are late are an error until they come', async () => {
  await OpenFeature.setProviderAndWait(buntingProvider(openFlags({ url, key: `sk_${'0'.repeat(43)}` }))).catch(() => 0)
  expect(OpenFeature.getClient().providerStatus).toBe('FATAL')
  const known = openFlags({ url, key: `sk_${'0'.repeat(43)}` })
  await known.ready()
  await expect(OpenFeature.setProviderAndWait(buntingProvider(known))).rejects.toThrow('refuses the key')
  expect(OpenFeature.getClient().providerStatus).toBe('FATAL')

  const { org } = await openOrganization()
  const network = switchedFetch()
  network.turnOff()
  const late = buntingProvider(openFlags({ url, key: org.key, fetch: network.fetch }), { timeoutMs: 1 })
  await OpenFeature.setProviderAndWait(late).catch(() => 0)
  expect(OpenFeature.getClient().providerStatus).toBe('ERROR')
  network.turnOn()
  await vi.waitFor(() => expect(OpenFeature.getClient().providerStatus).toBe('READY'))
})

test('changes, losing Bunting and finding it again are events', async () => {
  const { org, key } = await openOrganization()
  const network = switchedFetch()
  const client = await clientOf(openFlags({ url, key: org.key, fetch: network.fetch }))
  const events: unknown[] = []
  client.addHandler(ProviderEvents.ConfigurationChanged, (event) => void events.push(event?.flagsChanged))
  await org.put(org.at(key), config({ version: 2, defaultValue: false }))
  await vi.waitFor(() => expect(events).toEqual([[key]]))
  network.turnOff()
  await vi.waitFor(() => expect(client.providerStatus).toBe('STALE'))
  expect(await client.getBooleanValue(key, true)).toBe(false)
  network.turnOn()
  await vi.waitFor(() => expect(client.providerStatus).toBe('READY'))
})

test('what is tracked goes where the application says', async () => {
  const onTrack = vi.fn()
  const client = await clientOf(undefined, { onTrack })
  client.track('order', { targetingKey: 'ada' }, { value: 12.5 })
  expect(onTrack).toHaveBeenCalledWith('order', { targetingKey: 'ada' }, { value: 12.5 })
  const without = await clientOf()
  expect(() => without.track('order')).not.toThrow()
})

test('what is tracked goes to the flags too, with its user and its value', async () => {
  const flags = fixedFlags({})
  const track = vi.spyOn(flags, 'track')
  const client = await clientOf(flags)
  client.track('order', { targetingKey: 'ada', plan: 'pro' }, { value: 12.5, currency: 'EUR' })
  client.track('visit', { targetingKey: 'ada' })
  expect(track.mock.calls).toEqual([
    ['order', { userId: 'ada', attributes: { plan: 'pro' } }, { value: 12.5 }],
    ['visit', expect.objectContaining({ userId: 'ada' }), {}],
  ])
})

test('closing OpenFeature closes the flags', async () => {
  const flags = fixedFlags({})
  await clientOf(flags)
  await OpenFeature.clearProviders()
  expect(flags.status).toBe('closed')
})

const suites = await openSuiteOrganization(server)
for (const scenario of chooseScenarios()) {
  test(`OpenFeature's ${scenario.uri}: ${scenario.name}`, () =>
    runScenario(scenario, serverWorld({ url, key: suites.key })))
}
