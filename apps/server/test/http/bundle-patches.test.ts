import { pino } from 'pino'
import { expect, inject, test, vi } from 'vitest'
import { openDelivery } from '../../src/delivery/app.ts'
import type { Edge } from '../../src/edge/edge.ts'
import { openMemoryEdge } from '../../src/edge/memory.ts'
import { listen } from '../../src/http/server/listen.ts'
import { atEnd } from '../../src/testing/at-end.ts'
import { applyPatch } from '../../src/testing/clients/apply-patch.ts'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import { openRandomChanges } from '../../src/testing/random-changes.ts'
import { startTestServer, unlimited } from '../../src/testing/servers/test-server.ts'
import { unboundedRoom } from '../../src/testing/servers/unbounded.ts'
import { config, ruleIn } from '../../src/testing/test-organization.ts'

const state = { wholes: 0 }
const server = await startTestServer({
  wrapEdge: (edge): Edge => ({
    ...edge,
    readBundle: async (...asked) => {
      const read = await edge.readBundle(...asked)
      if (read && !('from' in read)) state.wholes++
      return read
    },
  }),
})

/** Another instance of Delivery, with an empty cache. */
const startDelivery = async (): Promise<string> => {
  const log = pino({ level: 'silent' })
  const delivery = openDelivery({
    edge: openMemoryEdge(server.deps.store),
    log,
    settings: { ...unlimited, http: inject('deliveryHttp') },
  })
  const { port, close } = await listen(delivery, '127.0.0.1', 0, unboundedRoom)
  atEnd(async () => {
    delivery.close()
    await close()
    await delivery.flushAndClose()
  })
  return `http://127.0.0.1:${port}`
}

const clientOf = (url: string, key: string) => {
  const { send, ...others } = deliveryClient(url, key)
  const ask = async (query = '', headers = {}) => (await send('GET', `/v1/bundle${query}`, undefined, headers)).body
  return { ...others, send, ask, askFrom: (revision: number | string) => ask(`?from=${revision}`) }
}

const open = async () => {
  const org = await server.newOrganization()
  const [one, other] = [await org.createFlag(), await org.createFlag()]
  for (const { key } of [one, other]) await org.put(org.at(key), config())
  const client = clientOf(server.deliveryUrl, org.key)
  const revisionIs = (revision: number) => vi.waitFor(async () => expect((await client.ask()).revision).toBe(revision))
  return { org, one, other, client, revisionIs, first: await client.ask() }
}

test('who has a revision is told what is new since, and what is gone', async () => {
  const { org, one, other, client, first, revisionIs } = await open()
  const { environmentId, revision: from } = first
  await org.put(org.at(one.key), config({ version: 2, defaultValue: true }))
  await revisionIs(from + 1)
  const head = { format: 2, environmentId, from }
  const flag = { id: one.id, type: 'boolean', clientSafe: false, config: expect.objectContaining({ version: 2 }) }
  const second = await client.askFrom(from)
  expect(second).toEqual({ ...head, revision: from + 1, flags: { [one.key]: flag }, segments: {} })
  await org.patch(`${org.base}/flags/${other.key}`, { archived: true })
  await revisionIs(from + 2)
  const third = { ...head, revision: from + 2, flags: { [one.key]: flag, [other.key]: null }, segments: {} }
  expect(await client.askFrom(from)).toEqual(third)
  expect(applyPatch(first, third)).toEqual(await client.ask())
})

test('Delivery itself reads what changed, and the whole only once', async () => {
  const { org, one, client, first, revisionIs } = await open()
  const { wholes } = state
  for (const version of [2, 3, 4]) await org.put(org.at(one.key), config({ version, defaultValue: version === 4 }))
  await revisionIs(first.revision + 3)
  expect((await client.evaluate(one.key)).body.value).toBe(true)
  expect(state.wholes).toBe(wholes)
})

test('a segment comes with the flag that needs it, and goes with it', async () => {
  const { org, one, client, first, revisionIs } = await open()
  const segment = await org.saveSegment({ included: ['ada'] })
  await org.put(org.at(one.key), config({ version: 2, rules: [ruleIn(segment.key, { value: true })] }))
  await revisionIs(first.revision + 2)
  const second = await client.askFrom(first.revision)
  expect(second.segments).toMatchObject({ [segment.key]: { config: { included: ['ada'] } } })
  await org.put(org.at(one.key), config({ version: 3 }))
  await revisionIs(first.revision + 3)
  expect((await client.askFrom(second.revision)).segments).toEqual({ [segment.key]: null })
})

test('who has everything is told so', async () => {
  const { client, first } = await open()
  const { flags, segments, ...head } = first
  expect(await client.askFrom(first.revision)).toEqual({ ...head, from: first.revision, flags: {}, segments: {} })
  const etag = `"${first.revision}"`
  const headers = { 'if-none-match': etag }
  expect(await client.send('GET', '/v1/bundle?from=1', undefined, headers)).toMatchObject({ status: 304 })
  const answer = await client.send('GET', `/v1/bundle?from=${first.revision}`)
  expect(answer.headers.get('etag'), 'of a patch it is the revision too').toBe(etag)
})

test.each(['', '0', '-1', '1.5', 'ten', '9'.repeat(40), '%00', '1'])(
  'from=%s is answered with the whole',
  async (from) => {
    const { client, first } = await open()
    expect(await client.askFrom(from)).toEqual(first)
  },
)

test('a client key learns no rules by asking for a patch', async () => {
  const { org, first } = await open()
  const { key } = await org.createKey({ type: 'client' })
  const answer = await deliveryClient(server.deliveryUrl, key).send('GET', `/v1/bundle?from=${first.revision}`)
  expect(answer).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } })
})

test('an instance that has just started brings readers up to date who are some revisions behind', async () => {
  const { org, one, other, first } = await open()
  for (const version of [2, 3, 4]) await org.put(org.at(one.key), config({ version, defaultValue: version === 4 }))
  const started = clientOf(await startDelivery(), org.key)
  const patch = await started.askFrom(first.revision + 1)
  expect(patch).toMatchObject({ from: first.revision + 1, revision: first.revision + 3 })
  expect(Object.keys(patch.flags)).toEqual([one.key])
  const all = applyPatch(first, await started.askFrom(first.revision))
  expect(all).toEqual(await started.ask())
  expect(all.flags[other.key]).toEqual(first.flags[other.key])
})

test.each([11, 12])('readers are at one revision at any time, whatever several writers do (%i)', async (seed) => {
  const { org, client } = await open()
  const changeAny = await openRandomChanges(org)
  const wholes = new Map<number, object>()
  let left = 40
  const write = async (): Promise<void> => {
    while (left-- > 0) {
      await changeAny(seed * 1_000 + left)
      // Lets readers run in between.
      await client.ask()
    }
  }
  const reads = async (ask: (from: number) => ReturnType<typeof client.ask>) => {
    let known = await ask(0)
    let patches = 0
    const next = async () => {
      const read = await ask(known.revision)
      if (read.from !== undefined && read.revision !== known.revision) patches++
      known = applyPatch(known, read)
      const same = wholes.get(known.revision) ?? known
      wholes.set(known.revision, same)
      expect(known).toEqual(same)
    }
    while (left > 0) await next()
    await written
    const { revision } = (await server.deps.store.publications.readState(known.environmentId)) ?? {}
    await vi.waitFor(async () => {
      await next()
      expect(known.revision).toBe(revision)
    })
    return { known, patches }
  }
  const written = Promise.all([write(), write(), write()])
  const [patched, whole] = await Promise.all([reads((from) => client.askFrom(from)), reads(() => client.ask())])
  expect(patched.known).toEqual(whole.known)
  expect(patched.known).toEqual(await clientOf(await startDelivery(), org.key).ask())
  expect(patched.patches).toBeGreaterThan(3)
})
