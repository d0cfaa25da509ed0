import type { EnvironmentId } from '@bunting/contract'
import fc from 'fast-check'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { EdgeBundle, EdgePatch } from '../../src/edge/edge.ts'
import { noEntries, toggleEntries } from '../../src/edge/format/checksum.ts'
import { InvalidEntry } from '../../src/edge/format/invalid-entries.ts'
import { openRedisEdge } from '../../src/edge/redis/edge.ts'
import { newId } from '../../src/random.ts'
import { unboundedRedis } from '../../src/testing/servers/unbounded.ts'
import { startRedis } from '../../src/testing/services.ts'

const redis = await startRedis()
const neighbour = new Redis(redis.url)
const edge = await openRedisEdge(redis.url, pino({ level: 'silent' }), unboundedRedis)
afterAll(async () => {
  await edge.close()
  neighbour.disconnect()
  await redis.stop()
})

const revision = 7
const keyOf = (environmentId: EnvironmentId): string => `bunting:bundle:2:{bunting:bundle:${environmentId}}`

const bundleOf = (environmentId: EnvironmentId, at = revision): EdgeBundle => ({
  environmentId,
  revision: at,
  format: 2,
  flags: [
    ['one', '{"config":1}'],
    ['other', '{"config":"ü"}'],
  ],
  segments: [['some', '{"unit":null}']],
  changes: [
    [at - 1, 'f:one', 's:some'],
    [at, 'f:other', 'f:gone'],
  ],
})

const put = (environmentId: EnvironmentId, at?: number): Promise<void> =>
  edge.putBundle(environmentId, async () => bundleOf(environmentId, at))

/** Texts that somebody may have written into a field: nearly ours, any other JSON, or something else. */
const near = fc.oneof(
  fc.constantFrom(
    '',
    '-1',
    '1e3',
    'inf',
    'nan',
    '0x10',
    '9'.repeat(16),
    '9'.repeat(15),
    'null',
    '[]',
    '[[]]',
    '{}',
    '[{}]',
  ),
  fc.constantFrom(
    '[[6,"f:one"],[7,7]]',
    '[[7,"revision"]]',
    '[["7","f:one"]]',
    '[[6],"f:one",[7]]',
    '[[1e400]]',
    '[null,[7]]',
  ),
  fc.constantFrom(`[[7,${'"f:one",'.repeat(400)}"f:one"]]`, '['.repeat(3_000), 'z'.repeat(16), '\u0000'.repeat(16)),
  fc.json(),
  fc.string(),
)
const field = fc.constantFrom(
  'revision',
  'replaces',
  'checksum',
  'bytes',
  'format',
  'changes',
  'f:one',
  's:some',
  'f:new',
)
const from = fc.constantFrom(undefined, 0, revision - 2, revision - 1, revision, revision + 1, 999_999_999_999_999)

const expectOurs = (read: EdgeBundle | EdgePatch | undefined, environmentId: EnvironmentId): void => {
  expect(read?.environmentId).toBe(environmentId)
  expect(Number.isSafeInteger(read?.revision)).toBe(true)
  expect(read?.checksum).toMatch(/^[0-9a-fA-F]{16}$/)
  for (const change of read?.changes ?? []) {
    const [at, ...names] = change
    expect(Number.isSafeInteger(at)).toBe(true)
    for (const name of names) expect(name).toMatch(/^[fs]:/)
  }
  for (const [key, text] of [...(read?.flags ?? []), ...(read?.segments ?? [])]) {
    expect(key).toBeTypeOf('string')
    if (text !== null || !('from' in (read ?? {}))) expect(text).toBeTypeOf('string')
  }
}

test('whatever is in the fields of a bundle, it is read in our form or refused, and the next whole takes its place', async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(field, near, { minKeys: 1, maxKeys: 3 }), from, async (damage, since) => {
      const environmentId = newId('environment')
      await put(environmentId)
      await neighbour.hset(keyOf(environmentId), damage)
      try {
        expectOurs(await edge.readBundle(environmentId, since), environmentId)
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidEntry)
      }
      await edge.readRevision(environmentId)
      await put(environmentId, revision + 1)
      const whole = bundleOf(environmentId, revision + 1)
      expect(await edge.readBundle(environmentId)).toMatchObject({ ...whole, flags: expect.any(Array) })
      expect(new Map((await edge.readBundle(environmentId))?.flags)).toEqual(new Map(whole.flags))
    }),
    { numRuns: 300, seed: 20_260 },
  )
})

test('a patch onto whatever is in the fields is written as one of ours, or the whole instead', async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(field, near, { minKeys: 1, maxKeys: 3 }), async (damage) => {
      const environmentId = newId('environment')
      await put(environmentId)
      await neighbour.hset(keyOf(environmentId), damage)
      const next = bundleOf(environmentId, revision + 1)
      await edge.putBundle(environmentId, async (since) =>
        since === revision ? { ...next, from: since, flags: [['other', '{}']], segments: [['some', null]] } : next,
      )
      expect((await edge.readRevision(environmentId))?.revision).toBe(revision + 1)
    }),
    { numRuns: 200, seed: 20_260 },
  )
})

test('Redis reckons the checksum as everybody else, whatever the texts', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(5), fc.option(fc.string({ unit: 'grapheme', minLength: 1 })))),
      async (steps) => {
        const environmentId = newId('environment')
        const entries = new Map(bundleOf(environmentId).flags)
        await put(environmentId)
        for (const [at, [key, text]] of steps.entries()) {
          const flags = [[`key-${key}`, text === null ? null : JSON.stringify(text)]] as const
          const patch = { ...bundleOf(environmentId, revision + at + 1), from: revision + at, flags, segments: [] }
          await edge.putBundle(environmentId, async () => patch)
          if (flags[0][1] === null) entries.delete(flags[0][0])
          else entries.set(flags[0][0], flags[0][1])
        }
        const named = Array.from(entries, ([key, text]) => [`f:${key}`, text] as const)
        const checksum = toggleEntries(noEntries, [...named, ['s:some', '{"unit":null}']])
        // Reading the whole bundle also checks the checksum.
        expect(await edge.readBundle(environmentId)).toMatchObject({ revision: revision + steps.length, checksum })
      },
    ),
    { numRuns: 100, seed: 20_260 },
  )
})

test('a bundle that would be too large to read is not made so by a patch', async () => {
  const environmentId = newId('environment')
  const small = await openRedisEdge(redis.url, pino({ level: 'silent' }), { ...unboundedRedis, maxBytes: 32 * 1024 })
  onTestFinished(() => small.close())
  await put(environmentId)
  const text = JSON.stringify('x'.repeat(20 * 1024))
  const patch = (at: number, key: string) =>
    small.putBundle(environmentId, async () => ({
      ...bundleOf(environmentId, at),
      from: at - 1,
      flags: [[key, text]] as const,
      segments: [],
    }))
  await patch(revision + 1, 'large')
  await expect(patch(revision + 2, 'larger')).rejects.toThrow('larger than')
  await patch(revision + 2, 'large')
  expect((await small.readBundle(environmentId))?.flags).toHaveLength(3)
})
