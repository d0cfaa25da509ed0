import type { EnvironmentId, ExperimentId } from '@bunting/contract'
import { compileSplit } from '@bunting/engine'
import { expect, test, vi } from 'vitest'
import type { Units } from '../../src/http/ports/units.ts'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import { experimentsOf, split } from '../../src/testing/experiments.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'

const server = await startTestServer({ analytics: true, respectGpc: true })
const org = await server.newOrganization()
const experiments = experimentsOf(org)
const units = server.deps.units as Units
const environmentId = org.environmentId('development') as EnvironmentId
const minute = 60_000
const day = 24 * 60 * minute
const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

const crawler = { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }

await experiments.createMetric({ event: 'bought' })
const client = (await org.createKey({ type: 'client', scopes: ['evaluate', 'telemetry'] })).key as string

type Sending = { key?: string; headers?: Record<string, string> }

const onManagement = (body: unknown, { key = org.key, headers = {} }: Sending = {}) =>
  server.send('POST', '/v1/track', { key, body: body as object, headers })
const onDelivery = (body: unknown, { key = org.key, headers = {} }: Sending = {}) =>
  deliveryClient(server.deliveryUrl, key).send('POST', '/v1/track', body, headers)
const doors = { Management: onManagement, Delivery: onDelivery }

const bought = (userId: string, fields: object = {}) => ({ name: 'bought', context: { userId }, ...fields })
const variantOf = (flagKey: string, unit: string, rule: object = {}) =>
  compileSplit(flagKey, { ...split(), ...rule } as never).variantOf(unit)
const exposure = (flagKey: string, userId: string, fields: object = {}) => ({
  flagKey,
  ruleId: 'rule_split',
  variant: variantOf(flagKey, userId),
  context: { userId },
  ...fields,
})

const exposed = async (id: string): Promise<number> => {
  const { units: counts } = await units.readFigures(id as ExperimentId)
  return Object.values(counts).reduce((sum, one) => sum + one.exposed, 0)
}

for (const [door, track] of Object.entries(doors)) {
  test(`${door} tells each bad item what is wrong with it, and takes the others`, async () => {
    const bad: [list: 'events' | 'exposures', item: unknown, message: string][] = [
      ['events', null, 'must be an object'],
      ['events', { context: { userId: 'a' } }, 'name is required'],
      ['events', bought('a', { name: 'has spaces' }), 'name must match'],
      ['events', bought('a', { name: 'n'.repeat(129) }), 'name must match'],
      ['events', bought('a', { name: '__proto__' }), 'name must match'],
      ['events', bought('a', { value: '5' }), 'value must be a number'],
      ['events', bought('a', { value: 1e13 }), '10^12'],
      ['events', bought('a', { id: '' }), 'id must have'],
      ['events', bought('a', { id: 'i'.repeat(129) }), 'id must have'],
      ['events', { name: 'bought' }, 'context is required'],
      ['events', bought('a', { context: [] }), 'context must be an object'],
      ['events', bought('a', { context: {} }), 'userId or an anonymousId'],
      ['events', bought('a', { context: { userId: '' } }), 'userId or an anonymousId'],
      ['events', bought('a', { context: { userId: 7 } }), 'userId must be string'],
      ['events', bought('a', { context: { userId: 'a', attributes: 7 } }), 'attributes must be an object'],
      ['events', bought('u'.repeat(257)), 'at most 256 characters'],
      ['events', bought('a', { at: 'yesterday' }), 'at must be'],
      ['events', bought('a', { at: Date.now() - 31 * day }), 'over 30 days old'],
      ['events', bought('a', { at: Date.now() + 11 * minute }), '10 minutes ahead'],
      ['exposures', 7, 'must be an object'],
      ['exposures', { token: 7 }, 'token must be string'],
      ['exposures', { token: 'made-up' }, 'token must be one that came with an answer'],
      ['exposures', { token: 'A'.repeat(80) }, 'token must be one that came with an answer'],
      ['exposures', { ruleId: 'r', variant: 'v', context: {} }, 'flagKey is required'],
      ['exposures', { flagKey: 'f', ruleId: 'r', variant: 'v' }, 'context is required'],
    ]
    const events = [...bad.filter(([list]) => list === 'events').map(([, item]) => item), bought('ada')]
    const exposures = bad.filter(([list]) => list === 'exposures').map(([, item]) => item)
    const { status, body } = await track({ events, exposures })
    expect([status, body.accepted]).toEqual([202, 1])
    const rejected = body.rejected as { list: string; index: number; message: string }[]
    expect(rejected.map(({ list, message }) => `${list}: ${message}`)).toEqual(
      bad.map(([list, , message]) => expect.stringMatching(new RegExp(`^${list}: .*${RegExp.escape(message)}`))),
    )
    expect((await track({ events: events.slice(0, -1) })).status).toBe(422)
  })

  test(`${door} takes 1 to 1,000 items, as JSON`, async () => {
    expect((await track({ events: Array(1_001).fill(bought('ada')) })).status).toBe(422)
    expect((await track({ events: Array(600).fill(bought('ada')), exposures: Array(401).fill({}) })).status).toBe(422)
    expect((await track({})).status).toBe(422)
    expect((await track({ events: 7 })).status).toBe(422)
    const many = Array.from({ length: 1_000 }, (_, at) => bought(`person-${at}-${'x'.repeat(150)}`))
    expect((await track({ events: many, unknown: true })).body).toMatchObject({ accepted: 1_000 })
    expect((await track({ events: many.map((one) => ({ ...one, padding: 'x'.repeat(200) })) })).status).toBe(413)
  })

  test(`${door} says which events no metric names, and counts bots and browsers that do not want to be tracked`, async () => {
    const { id, key: flagKey } = await experiments.run()
    const events = [bought('ada'), bought('ada', { name: 'unheard-of' })]
    const exposures = [exposure(flagKey, 'ada')]
    const ignored = async (sending: Sending) => (await track({ events, exposures }, sending)).body.ignored
    expect(await ignored({})).toEqual({ unknownEvent: 1, bot: 0 })
    expect(await ignored({ key: client, headers: crawler })).toEqual({ unknownEvent: 0, bot: 3 })
    expect(await ignored({ key: client, headers: { 'user-agent': chrome, 'sec-gpc': '1' } })).toMatchObject({ bot: 3 })
    expect(await ignored({ key: client, headers: { 'user-agent': chrome } })).toEqual({ unknownEvent: 1, bot: 0 })
    const { health } = await units.readFigures(id as ExperimentId)
    expect(health.ignored).toBe(4)
    expect(await exposed(id)).toBe(1)
  })

  test(`${door} puts clocks right by when a batch was sent`, async () => {
    const { id, key: flagKey } = await experiments.run()
    const wrong = Date.now() - 40 * day
    const sentAt = new Date(wrong).toISOString()
    const { body } = await track({ sentAt, exposures: [exposure(flagKey, 'ada', { at: wrong - 1 })] })
    expect(body).toMatchObject({ accepted: 1, rejected: [] })
    expect(await exposed(id)).toBe(1)
  })

  test(`${door} works out again which variant a unit got`, async () => {
    const { id, key: flagKey } = await experiments.run()
    const wrong = variantOf(flagKey, 'ada') === 'blue' ? 'green' : 'blue'
    const sdk = { type: 'server', version: '0.0.1' }
    await track({ sdk, exposures: [exposure(flagKey, 'ada', { variant: wrong }), exposure(flagKey, 'bob')] })
    const { health } = await units.readFigures(id as ExperimentId)
    expect(health.mismatched).toEqual([{ sdkType: 'server', sdkVersion: '0.0.1', count: 1 }])
    expect(await exposed(id)).toBe(1)
  })

  test(`${door} takes exposures of client keys only where the experiment believes them`, async () => {
    const { id, key: flagKey } = await experiments.run({ source: 'server' })
    const headers = { 'user-agent': chrome }
    expect((await track({ exposures: [exposure(flagKey, 'ada')] }, { key: client, headers })).status).toBe(202)
    expect(await exposed(id)).toBe(0)
    await track({ exposures: [exposure(flagKey, 'ada')] })
    expect(await exposed(id)).toBe(1)
  })

  test(`${door} exposes by an event where the experiment says so, with the whole context`, async () => {
    const conditions = [{ attribute: 'plan', operator: 'equals', value: 'pro' }]
    const version = { rules: [split({ conditions })] }
    const { id } = await experiments.run({ exposure: { event: `viewed-${door}` } }, { version })
    const viewed = (userId: string, plan: string) => ({
      name: `viewed-${door}`,
      context: { userId, attributes: { plan } },
    })
    await vi.waitFor(async () => {
      const { body } = await track({ events: [viewed('ada', 'pro'), viewed('bob', 'free')] })
      expect(body).toMatchObject({ accepted: 2 })
      expect(await exposed(id)).toBe(1)
    })
  })

  test(`${door} asks for a key that may tell of things`, async () => {
    const { key } = await org.createKey({ scopes: ['evaluate'] })
    expect((await track({ events: [bought('ada')] }, { key })).status).toBe(403)
    expect((await track({ events: [bought('ada')] }, { key: 'nobody' })).status).toBe(401)
  })

  test(`${door} counts a batch once under its Idempotency-Key`, async () => {
    const headers = { 'idempotency-key': `batch-of-${door}` }
    const body = { events: [bought('ida', { name: 'bought' }), bought('ida', { name: `once-on-${door}` })] }
    const [first, second] = [await track(body, { headers }), await track(body, { headers })]
    expect(second.body).toEqual(first.body)
    const seen = await units.listSeenEvents(environmentId)
    expect(seen.find(({ name }) => name === `once-on-${door}`)?.lastDay).toBe(1)
    expect((await track(body, { headers: { 'idempotency-key': 'x'.repeat(256) } })).status).toBe(422)
  })
}

test('answering over OFREP exposes, one flag at a time and not by prefetching all', async () => {
  const { id, key: flagKey } = await experiments.run()
  const delivery = deliveryClient(server.deliveryUrl, org.key)
  await delivery.send('POST', '/ofrep/v1/evaluate/flags', { context: { targetingKey: 'ada' } })
  await server.flushRecorded()
  expect(await exposed(id)).toBe(0)
  await delivery.send('POST', `/ofrep/v1/evaluate/flags/${flagKey}`, { context: { targetingKey: 'ada' } })
  await delivery.send('POST', `/ofrep/v1/evaluate/flags/${flagKey}`, { context: { targetingKey: 'ada' } })
  await vi.waitFor(async () => {
    await server.flushRecorded()
    expect(await exposed(id)).toBe(1)
  })
})

test('a flag that is answered over OFREP exposes to the flags that it needs, too', async () => {
  const parent = await experiments.run()
  const { key: child } = await org.createFlag({ type: 'string' })
  const prerequisites = [{ flagKey: parent.key, values: ['#00f', '#0f0'] }]
  await org.put(org.at(child), config({ defaultValue: 'x', prerequisites }))
  const delivery = deliveryClient(server.deliveryUrl, org.key)
  await vi.waitFor(async () => {
    await delivery.send('POST', `/ofrep/v1/evaluate/flags/${child}`, { context: { targetingKey: 'ada' } })
    await server.flushRecorded()
    expect(await exposed(parent.id)).toBe(1)
  })
})

test('over OFREP, too, bots and browsers that do not want to be tracked are only counted', async () => {
  const { id, key: flagKey } = await experiments.run({}, { flag: { clientSafe: true } })
  const delivery = deliveryClient(server.deliveryUrl, client)
  const ask = (targetingKey: string, headers: Record<string, string>) =>
    delivery.send('POST', `/ofrep/v1/evaluate/flags/${flagKey}`, { context: { targetingKey } }, headers)
  await ask('crawler', crawler)
  await ask('eve', { 'user-agent': chrome, 'sec-gpc': '1' })
  await ask('ada', { 'user-agent': chrome })
  await vi.waitFor(async () => {
    await server.flushRecorded()
    expect(await exposed(id)).toBe(1)
    expect((await units.readFigures(id as ExperimentId)).health.ignored).toBe(2)
  })
})

test('an answer of /v1/evaluate exposes if Delivery records all evaluations, and not otherwise', async () => {
  const recording = await startTestServer({ analytics: true, delivery: { record: 'all' } })
  for (const [{ newOrganization, flushRecorded, deps, deliveryUrl }, count] of [
    [recording, 1],
    [server, 0],
  ] as const) {
    const owner = await newOrganization()
    const { id, key: flagKey } = await experimentsOf(owner).run()
    const context = { userId: 'ada' }
    const delivery = deliveryClient(deliveryUrl, owner.key)
    const answer = await delivery.send('POST', '/v1/evaluate', { flagKey, context })
    expect(answer.body).toMatchObject({ reason: 'ROLLOUT' })
    // Over OFREP in any case, so that there is something to wait for.
    await delivery.send('POST', `/ofrep/v1/evaluate/flags/${flagKey}`, { context: { targetingKey: 'bob' } })
    await vi.waitFor(async () => {
      await flushRecorded()
      const { units: counts } = await (deps.units as Units).readFigures(id as ExperimentId)
      expect(Object.values(counts).reduce((sum, { exposed }) => sum + exposed, 0)).toBe(1 + count)
    })
  }
})

test('browsers that ask for it get tokens, of parents too, and are exposed when they hand them back', async () => {
  const parent = await experiments.run({}, { flag: { clientSafe: false } })
  const { key: child } = await org.createFlag({ type: 'string', clientSafe: true })
  const prerequisites = [{ flagKey: parent.key, values: ['#00f', '#0f0'] }]
  const saved = await org.put(org.at(child), config({ defaultValue: 'x', prerequisites }))
  expect(saved.status, JSON.stringify(saved.body)).toBe(201)
  const delivery = deliveryClient(server.deliveryUrl, client)
  const context = { userId: 'ada' }
  const ask = (more: object) => delivery.send('POST', '/v1/evaluate/bulk', { flags: [child], context, ...more })
  expect((await ask({})).body).not.toHaveProperty('exposures')
  const { body } = await vi.waitFor(async () => {
    const answer = await ask({ exposures: true })
    expect(Object.keys(answer.body.exposures)).toEqual([child])
    return answer
  })
  const token = body.exposures[child] as string
  expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain(parent.key)
  expect(await exposed(parent.id)).toBe(0)
  const headers = { 'user-agent': chrome }
  const { key: elsewhere } = await org.createKey({ type: 'client', scopes: ['telemetry'] }, 'staging')
  for (const track of Object.values(doors)) {
    expect((await track({ exposures: [{ token }] }, { key: elsewhere, headers })).status).toBe(422)
  }
  const { body: told } = await onDelivery({ exposures: [{ token }] }, { key: client, headers })
  expect(told).toMatchObject({ accepted: 1 })
  expect(await exposed(parent.id)).toBe(1)
})

test('a bundle says which rule is under experiment, and only while it is', async () => {
  const { id, key } = await experiments.run()
  const delivery = deliveryClient(server.deliveryUrl, org.key)
  const entry = async () => (await delivery.send('GET', '/v1/bundle')).body.flags[key]
  await vi.waitFor(async () =>
    expect((await entry()).experiment).toEqual({ ruleId: 'rule_split', exposure: 'evaluation' }),
  )
  await experiments.act(id, 'stop', {})
  await vi.waitFor(async () => expect(await entry()).not.toHaveProperty('experiment'))
})

test('what units do after a stop is kept by the attribute that they were split by, on Delivery, too', async () => {
  const bucketBy = 'region'
  const { id, key: flagKey } = await experiments.run({}, { version: { rules: [split({ bucketBy })] } })
  const context = { userId: 'ada', attributes: { region: 'north' } }
  const variant = variantOf(flagKey, 'north', { bucketBy })
  await vi.waitFor(async () => {
    await onDelivery({ exposures: [exposure(flagKey, 'ada', { variant, context })] })
    expect(await exposed(id)).toBe(1)
  })
  await experiments.act(id, 'stop', {})
  const delivery = deliveryClient(server.deliveryUrl, org.key)
  await vi.waitFor(async () =>
    expect((await delivery.send('GET', '/v1/bundle')).body.flags[flagKey]).not.toHaveProperty('experiment'),
  )
  await onDelivery({ events: [bought('ada', { context })] })
  expect(await units.forget(environmentId, 'north', bucketBy)).toEqual({ events: 1, exposures: 1 })
})

test('who the units were is in no row and in no line of the log', async () => {
  const { key: flagKey } = await experiments.run()
  const name = 'a-person-nobody-may-find'
  await onManagement({ exposures: [exposure(flagKey, name)], events: [bought(name)] })
  await onDelivery({ exposures: [exposure(flagKey, name)], events: [bought(name, { context: { anonymousId: name } })] })
  expect(server.logged.join('\n')).not.toContain(name)
  const counts = await units.forget(environmentId, name, undefined)
  expect(counts).toEqual({ events: 2, exposures: 1 })
})
