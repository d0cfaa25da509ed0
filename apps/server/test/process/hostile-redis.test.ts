import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type ChainableCommander, Redis } from 'ioredis'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { noEntries, toggleEntries } from '../../src/edge/format/checksum.ts'
import type { Json } from '../../src/testing/clients/answer.ts'
import { today } from '../../src/testing/events.ts'
import { type ServerProcess, startServer } from '../../src/testing/servers/server-process.ts'
import { startRedis } from '../../src/testing/services.ts'
import { folder, nowhere, openBunting, openWithRedis, saved } from './support/with-redis.ts'

/** In separate processes, since each has its own metrics and log. Each test leaves things repaired for the next one. */
const bunting = await openBunting({ start: startServer, atEnd: (end) => afterAll(end) })
const { management, delivery, startDelivery, deliverySettings, evaluate, current, development } = bunting

/** Another program that can write to the same Redis. */
const neighbour = new Redis(bunting.redis.url)
afterAll(() => neighbour.disconnect())

let version = 1
/** Saves the next version, whose number is its value. */
const change = async (): Promise<number> => (await bunting.put(++version)).status

const refused = async ({ deliveryUrl, managementUrl }: ServerProcess, kind: string): Promise<number> => {
  const metrics = await (await fetch(`${managementUrl || deliveryUrl}/metrics`)).text()
  return Number(new RegExp(`^bunting_edge_refused_total\\{kind="${kind}"\\} (\\d+)$`, 'm').exec(metrics)?.[1] ?? 0)
}

/** The number of log lines about a kind of refusal. */
const toldOf = ({ stderr }: ServerProcess, kind: string): number =>
  stderr()
    .split('\n')
    .filter((line) => line.includes(`"kind":"${kind}"`)).length

const bundleKey = `bunting:bundle:2:{bunting:bundle:${development.id}}`

/** Changes a bundle in the right format, with a valid checksum. */
const forge = async (entries: Record<string, string>, head: Record<string, string> = {}): Promise<void> => {
  const fields = { ...(await neighbour.hgetall(bundleKey)), ...entries }
  const checksum = toggleEntries(
    noEntries,
    Object.entries(fields).filter(([name]) => /^[fs]:/.test(name)),
  )
  await neighbour.hset(bundleKey, { ...fields, ...head, checksum })
}

/** The entry of a flag in the bundle. */
const described = async (flagKey: string): Promise<Json> =>
  JSON.parse((await neighbour.hget(bundleKey, `f:${flagKey}`)) ?? '')

const messages: (string | Buffer)[] = [
  'hello',
  '',
  'null',
  '[]',
  '{}',
  '"everything"',
  '{"bundle":{}}',
  '{"bundle":"../../../etc/passwd"}',
  '{"key":null}',
  '{"__proto__":{"bundle":"env_1"}}',
  '['.repeat(100_000),
  'x'.repeat(1_000_000),
  Buffer.from([0xff, 0xfe, 0x00]),
]

test('messages of whoever else uses the Redis stop nothing, and changes go on arriving', async () => {
  const workers = { BUNTING_DELIVERY_WORKERS: '2', BUNTING_DATA_DIR: folder() }
  await using several = await startServer({ ...deliverySettings, ...workers })
  await current(version, several)
  const before = await refused(delivery, 'notice')
  for (let round = 0; round < 3; round++)
    for (const message of messages) await neighbour.publish('bunting:notices', message)
  expect(saved).toContain(await change())
  for (const instance of [delivery, several]) await current(version, instance)
  expect((await refused(delivery, 'notice')) - before).toBe(3 * messages.length)
  expect(toldOf(delivery, 'notice')).toBe(1)
  expect(several.stderr()).not.toContain('worker died')
})

/** Ways to replace a key's value, without a moment at which it is empty. */
const damages: Record<string, (neighbour: ChainableCommander, key: string) => ChainableCommander> = {
  'a text': (neighbour, key) => neighbour.set(key, 'hello'),
  'a list': (neighbour, key) => neighbour.rpush(key, 'hello', 'null', '{}'),
  'a hash of nonsense': (neighbour, key) => neighbour.hset(key, { revision: 'nan', text: 'hello' }),
  'a hash without a text': (neighbour, key) => neighbour.hset(key, { revision: '1e9' }),
  'JSON of another shape': (neighbour, key) => neighbour.hset(key, { revision: '3', text: '[null,{"flags":[]}]' }),
  'a revision below none': (neighbour, key) => neighbour.hset(key, { revision: '-5', text: '{}' }),
  'an endless revision': (neighbour, key) => neighbour.hset(key, { revision: 'inf', text: '{}' }),
  'a revision past all numbers': (neighbour, key) => neighbour.hset(key, { revision: '9'.repeat(400), text: '{}' }),
  'a high revision and nothing behind it': (neighbour, key) =>
    neighbour.hset(key, { revision: '999999999999999', text: '' }),
  'what is far too large': (neighbour, key) =>
    neighbour.call(
      'EVAL',
      `local text = '['
       for _ = 1, 26 do text = text .. text end
       redis.call('HSET', KEYS[1], 'revision', '1', 'text', text)`,
      1,
      key,
    ),
}

test('whatever stands in the place of every key, what is known is served, and the next change puts all right', async () => {
  for (const [what, damage] of Object.entries(damages)) {
    const keys = await neighbour.keys('bunting:*')
    expect(keys.length, what).toBeGreaterThan(2)
    for (const key of keys) {
      await damage(neighbour.multi().del(key), key).exec()
    }
    expect(await evaluate(), what).toMatchObject({ status: 200, body: { value: version } })
    expect(saved, what).toContain(await change())
    await current(version)
  }
  const cold = await startDelivery({ BUNTING_DATA_DIR: folder() })
  await current(version, cold)
  for (const { stderr } of [management, delivery]) expect(stderr()).not.toMatch(/uncaught|unhandled/i)
})

test.each(Object.keys(damages))(
  'a single key that is overwritten by %s works again once it is asked for',
  async (what) => {
    const [key] = await neighbour.keys('bunting:key:*')
    const entry = await neighbour.hgetall(key as string)
    await damages[what]?.(neighbour.multi().del(key as string), key as string).exec()
    await current(version, await startDelivery({ BUNTING_DATA_DIR: folder() }))
    expect(await neighbour.hgetall(key as string)).toEqual(entry)
  },
)

test('one flag that is no flag answers with an error, and the others as ever', async () => {
  await forge({ 'f:broken': JSON.stringify({ ...(await described('f')), config: { rules: 7 } }) })
  await using cold = await startServer({ ...deliverySettings, BUNTING_DATA_DIR: folder() })
  expect(await evaluate(cold)).toMatchObject({ status: 200, body: { value: version } })
  const broken = { status: 200, body: { flagKey: 'broken', value: null, reason: 'ERROR' } }
  expect(await evaluate(cold, undefined, 'broken')).toMatchObject(broken)
  expect(await refused(cold, 'flag')).toBe(1)
  // A change writes only what it changed; a sync writes everything.
  await bunting.manage('POST', `${bunting.base}/environments/${development.id}/sync`)
  expect(saved).toContain(await change())
  await current(version, cold)
  expect((await evaluate(cold, undefined, 'broken')).body.reason).toBe('FLAG_NOT_FOUND')
})

test('what somebody changed in a bundle, and not its checksum, is served by nobody and published again', async () => {
  const flag = await described('f')
  await neighbour.hset(bundleKey, 'f:f', JSON.stringify({ ...flag, config: { ...flag.config, defaultValue: 1_000 } }))
  await using cold = await startServer({ ...deliverySettings, BUNTING_DATA_DIR: folder() })
  const answers = new Set<number>()
  await vi.waitFor(async () => {
    const { status, body } = await evaluate(cold)
    if (status === 200) answers.add(body.value)
    expect(status).toBe(200)
  })
  expect([...answers]).toEqual([version])
  expect(await refused(cold, 'bundle')).toBeGreaterThan(0)
  expect(await described('f')).toEqual(flag)
})

test('a revision that was never given out holds up no change, in Redis or where it was taken over', async () => {
  const before = await refused(management, 'bundle')
  const flag = await described('f')
  flag.config.defaultValue = 1_000
  await forge({ 'f:f': JSON.stringify(flag) }, { revision: '999999999999999' })
  await neighbour.publish('bunting:notices', JSON.stringify({ bundle: development.id }))
  // Data in our format is trusted.
  await current(1_000)
  for (const _ of ['first', 'second']) {
    expect(saved).toContain(await change())
    await current(version)
  }
  await current(version, await startDelivery({ BUNTING_DATA_DIR: folder() }))
  expect(await refused(management, 'bundle')).toBeGreaterThan(before)
})

// The first number can be incremented twice before it is too large, the second one once.
test.each(['999999999999998', '999999999999999', 'hello'])(
  'a marker that somebody set to %s is set back, told of once, and holds up nothing',
  async (sequence) => {
    const before = await refused(management, 'marker')
    await neighbour.set('bunting:marker:3', sequence)
    for (const _ of ['first', 'second']) {
      expect(saved).toContain(await change())
      await current(version)
    }
    await vi.waitFor(async () => expect(Number(await neighbour.get('bunting:marker:3'))).toBeLessThan(1_000))
    expect(saved).toContain(await change())
    await current(version)
    expect((await refused(management, 'marker')) - before).toBe(1)
  },
)

test('entries that are no batches are passed over, and evaluations are counted', async () => {
  const { manage, base, key } = bunting
  const count = { environmentId: development.id, flagKey: 'f', flagId: '', value: '1', reason: 'DEFAULT', ruleId: '' }
  const before = await refused(management, 'recorded')
  const batch = { id: 'made-up', atMs: Date.now(), counts: [{ ...count, count: -1 }, { ...count, count: 5 }, null] }
  await neighbour.set('bunting:recorded', 'hello')
  await vi.waitFor(async () => expect(await neighbour.exists('bunting:recorded')).toBe(0))
  const entries = ['hello', '{}', 'null', JSON.stringify({ ...batch, atMs: 1e300 }), JSON.stringify(batch)]
  await neighbour.rpush('bunting:recorded', ...entries)
  const evaluations = 20
  for (let asked = 0; asked < evaluations; asked++) {
    const response = await fetch(`${delivery.deliveryUrl}/ofrep/v1/evaluate/flags/f`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ context: { targetingKey: 'ada' } }),
    })
    expect(response.status).toBe(200)
  }
  await delivery.stop()
  const counted = async (): Promise<Json> => {
    await manage('POST', '/v1/telemetry/backfill', { date: today(), environmentId: development.id })
    const { body } = await manage('GET', `${base}/flags/f/usage?environmentId=${development.id}`)
    return body.rows
  }
  await vi.waitFor(async () => expect(await counted()).toMatchObject([{ totalEvaluations: evaluations + 5 }]))
  expect(await neighbour.llen('bunting:recorded')).toBe(0)
  expect((await refused(management, 'recorded')) - before).toBe(1 + 4 + 2)
  expect(toldOf(management, 'recorded')).toBe(1)
})

test('a copy on disk that somebody changed is not served', async () => {
  const { copyDir, ...first } = await openWithRedis()
  const copies = () => readdirSync(`${copyDir}/delivery`)
  await vi.waitFor(() => expect(copies()).toHaveLength(2))
  await first.delivery.stop()
  for (const file of copies()) writeFileSync(`${copyDir}/delivery/${file}`, '{"revision":"x","flags":[')
  const restarted = await first.startDelivery({ REDIS_URL: nowhere })
  expect(await first.evaluate(restarted)).toEqual({ status: 503, body: { flagKey: 'f', value: null, reason: 'ERROR' } })
  expect((await fetch(`${restarted.deliveryUrl}/healthz`)).status).toBe(200)
})

test('the user that the threat model proposes for Redis is enough', async () => {
  const page = readFileSync(new URL('../../../../docs/threat-model.md', import.meta.url), 'utf8')
  const rules = /user of its own by ACL \(`([^`]+)`\)/.exec(page)?.[1]?.split(' ') ?? []
  const redis = await startRedis()
  onTestFinished(() => redis.stop())
  const operator = new Redis(redis.url)
  onTestFinished(() => operator.disconnect())
  await operator.call('ACL', 'SETUSER', 'flags', 'on', '>password', ...rules)
  const flags = await openWithRedis(redis.url.replace(`:${redis.password}@`, 'flags:password@'))
  expect(saved).toContain((await flags.put(2)).status)
  await flags.current(2)
  for (const { logged } of [flags.delivery, flags.management]) expect(logged.join('')).not.toContain('NOPERM')
  expect(await operator.call('ACL', 'LOG')).toEqual([])
})
