import type { ExperimentId } from '@bunting/contract'
import { expect, test } from 'vitest'
import { experimentsOf, split } from '../../../apps/server/src/testing/experiments.ts'
import { startTestServer } from '../../../apps/server/src/testing/servers/test-server.ts'
import { config } from '../../../apps/server/src/testing/test-organization.ts'
import type { Flags } from '../src/index.ts'
import { openTestFlags } from './support/flags.ts'

const server = await startTestServer({ analytics: true })
const org = await server.newOrganization()
const experiments = experimentsOf(org)
const management = 'http://management.test'

/** What the SDK sent to Track. */
type Sent = { events: Record<string, unknown>[]; exposures: Record<string, unknown>[]; sdk: object; sentAt: number }

/** What came of it when these flags were closed without anything having gone wrong. */
const told = async (use: (flags: Flags) => unknown): Promise<Sent[]> => {
  const sent: Sent[] = []
  const fetch: typeof globalThis.fetch = (input, init) => {
    const url = String(input)
    if (url.endsWith('/v1/track')) sent.push(JSON.parse(String(init?.body)))
    return url.startsWith(management) ? server.fetch(url.slice(management.length), init) : globalThis.fetch(input, init)
  }
  const errors: unknown[] = []
  const telemetry = { url: management, flushMs: 86_400_000 }
  const flags = openTestFlags({ url: server.deliveryUrl, key: org.key, fetch, telemetry })
  flags.on('error', ({ error }) => errors.push(error))
  await flags.ready()
  await use(flags)
  await flags.close()
  expect(errors).toEqual([])
  return sent
}

const figures = async (id: string) => server.deps.units?.readFigures(id as ExperimentId)
const exposed = async (id: string) =>
  Object.values((await figures(id))?.units ?? {}).reduce((sum, one) => sum + one.exposed, 0)

test('answering from the rule under experiment exposes, once for each unit, by nothing but its id', async () => {
  const { id, key } = await experiments.run()
  const [sent] = await told((flags) => {
    for (const userId of ['ada', 'bob', 'ada']) flags.string(key, { userId, attributes: { plan: 'pro' } }, '')
    flags.stringDetails(key, { anonymousId: 'visitor' }, '')
    flags.string(key, {}, '')
  })
  expect(sent?.exposures.map(({ context }) => context)).toEqual([
    { userId: 'ada' },
    { userId: 'bob' },
    { anonymousId: 'visitor' },
  ])
  expect(sent?.sdk).toEqual({ type: 'server', version: expect.any(String) })
  expect(await exposed(id)).toBe(3)
  expect((await figures(id))?.health.mismatched).toEqual([])
})

test('nobody is exposed by listing all flags, by a read that says so, or by an answer of another type', async () => {
  const { id, key } = await experiments.run()
  const sent = await told((flags) => {
    flags.all({ userId: 'ada' })
    flags.string(key, { userId: 'ada' }, '', { exposure: false })
    flags.number(key, { userId: 'ada' }, 1)
  })
  expect(sent).toEqual([])
  expect(await exposed(id)).toBe(0)
})

test('a flag that needs one under experiment exposes to that, as far as it is asked', async () => {
  const parent = await experiments.run()
  const [child, off] = [await org.createFlag(), await org.createFlag()]
  const needs = { prerequisites: [{ flagKey: parent.key, values: ['#00f', '#0f0'] }] }
  await org.put(org.at(child.key), config(needs))
  await org.put(org.at(off.key), config({ ...needs, enabled: false }))
  await told((flags) => flags.boolean(off.key, { userId: 'ada' }, true))
  expect(await exposed(parent.id)).toBe(0)
  await told((flags) => flags.boolean(child.key, { userId: 'ada' }, true))
  expect(await exposed(parent.id)).toBe(1)
})

test('a rule that splits by an attribute tells that attribute alone', async () => {
  const { id, key } = await experiments.run({}, { version: { rules: [split({ bucketBy: 'company' })] } })
  const context = { userId: 'ada', attributes: { company: 'acme', plan: 'pro' } }
  const [sent] = await told((flags) => {
    flags.string(key, context, '')
    flags.track('bought', context, { value: 5 })
  })
  expect(sent?.exposures).toMatchObject([{ context: { attributes: { company: 'acme' } } }])
  expect(sent?.exposures[0]?.context).not.toHaveProperty('userId')
  expect(sent?.events).toMatchObject([
    { name: 'bought', value: 5, context: { userId: 'ada', attributes: { company: 'acme' } } },
  ])
  expect(JSON.stringify(sent)).not.toContain('pro"')
  expect(await exposed(id)).toBe(1)
})

test('what units do after the experiment was stopped is told by the attribute that they were split by', async () => {
  const { id, key } = await experiments.run({}, { version: { rules: [split({ bucketBy: 'office' })] } })
  const context = { userId: 'ada', attributes: { office: 'north', plan: 'pro' } }
  const [sent] = await told(async (flags) => {
    flags.string(key, context, '')
    const stopped = new Promise((resolve) => flags.on('changed', resolve))
    await experiments.act(id, 'stop', {})
    await stopped
    flags.track('bought', context)
  })
  expect(sent?.events).toMatchObject([{ context: { userId: 'ada', attributes: { office: 'north' } } }])
  expect(JSON.stringify(sent)).not.toContain('pro"')
})

test('an event that exposes is told with its whole context, and answers do not expose', async () => {
  const conditions = [{ attribute: 'plan', operator: 'equals', value: 'pro' }]
  const { id, key } = await experiments.run(
    { exposure: { event: 'checkout-viewed' } },
    { version: { rules: [split({ conditions })] } },
  )
  await told((flags) => {
    flags.string(key, { userId: 'bob', attributes: { plan: 'pro' } }, '')
    flags.track('checkout-viewed', { userId: 'ada', attributes: { plan: 'pro' } })
    flags.track('checkout-viewed', { userId: 'eve', attributes: { plan: 'free' } })
  })
  expect(await exposed(id)).toBe(1)
})

test('tracking never throws, whatever it is called with, and without telemetry it does nothing', async () => {
  const circular: Record<string, unknown> = {}
  circular.self = circular
  const odd = [undefined, null, 7, circular, { userId: 5n }] as never[]
  await told((flags) => {
    for (const context of odd) flags.track('odd', context)
    flags.track(undefined as never, { userId: 'ada' }, null as never)
    flags.track('odd', { userId: 'ada' })
  })
  const flags = openTestFlags({ url: server.deliveryUrl, key: org.key })
  flags.track('bought', { userId: 'ada' })
})

test('track without telemetry sends nothing, and says so once', async () => {
  const errors: string[] = []
  const flags = openTestFlags({ url: server.deliveryUrl, key: org.key })
  flags.on('error', ({ error }) => errors.push(`${error.code}: ${error.message}`))
  for (let n = 0; n < 2; n++) flags.track('purchase', { userId: 'ada' })
  expect(errors).toEqual(['TELEMETRY: track sends nothing: open the flags with telemetry: { url }.'])
  await flags.close()
})
