import fc from 'fast-check'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import type { CompiledBundle } from '../../src/delivery/bundle/compiled-bundle.ts'
import { openBundle } from '../../src/delivery/bundle/live-bundle.ts'
import type { EdgeBundle, TrackedBatch } from '../../src/edge/edge.ts'
import { bundleIn } from '../../src/edge/format/bundle-text.ts'
import { InvalidEntry, openInvalidReports } from '../../src/edge/format/invalid-entries.ts'
import { keyIn } from '../../src/edge/format/key-in.ts'
import { noticeIn } from '../../src/edge/format/notice-in.ts'
import { recordedIn } from '../../src/edge/format/recorded-in.ts'
import { trackedIn, trackedText } from '../../src/edge/format/tracked-text.ts'

const runs = { numRuns: 2_000, seed: 20_260 }
const environmentId = 'env_0a'
const nowMs = Date.parse('2026-10-01T12:00:00Z')
const ignore = () => new InvalidEntry()

const key = { id: 'key_1', orgId: 'org_1', environmentId, type: 'server', scopes: ['evaluate'] }
const count = { environmentId, flagKey: 'f', flagId: 'flag_1', value: 'x', reason: 'DEFAULT', ruleId: '', count: 2 }
const batch = { id: 'b-1', atMs: nowMs, counts: [count] }
const tracked: TrackedBatch = {
  track: {
    ...{ environmentId, keyType: 'server', nowMs, isIgnored: false, sdkType: 'server', sdkVersion: '1' },
    events: [{ name: 'bought', id: 7, atMs: nowMs, value: 2.5, units: [['', -5n]], other: 2n ** 63n - 1n }],
    exposures: [{ flagKey: 'f', ruleId: 'r', variant: 'a', unit: -(2n ** 63n), atMs: nowMs, isRight: true }],
  },
  answer: { accepted: 2, rejected: [], ignored: { unknownEvent: 0, bot: 0 } },
  named: { scope: 'delivery track', key: 'b-1' },
}
const config = { version: 1, enabled: true, defaultValue: 'x', rules: [], variants: [{ key: 'a', value: 'x' }] }
const flag = { id: 'flag_1', type: 'string', clientSafe: true, config }

/** A text that Bunting would have written, with some part replaced by any other JSON, or a text that is not JSON. */
const near = (written: unknown) => {
  const damaged = fc.tuple(fc.jsonValue(), fc.integer({ min: 0, max: 40 })).map(([value, at]) => {
    let left = at
    return JSON.stringify(JSON.parse(JSON.stringify(written), (_, kept) => (left-- === 0 ? value : kept)))
  })
  const cut = fc.integer({ min: 0, max: 400 }).map((at) => JSON.stringify(written).slice(0, at))
  const odd = fc.constantFrom('hello', '', 'null', '[]', '{}', '0', '"everything"', '{"__proto__":{"bundle":"env_0a"}}')
  return fc.oneof(damaged, cut, odd, fc.string(), fc.json())
}

test('whatever is sent as a notice is one of ours or none', () => {
  fc.assert(
    fc.property(fc.oneof(near({ bundle: environmentId }), near({ key: 'a'.repeat(64) })), (text) => {
      const notice = noticeIn(text) as Record<string, string> | undefined
      if (notice === undefined) return
      expect(Object.keys(notice)).toHaveLength(1)
      expect(notice.bundle ?? notice.key).toBeTypeOf('string')
    }),
    runs,
  )
  expect(noticeIn('"everything"')).toBeUndefined()
  expect(noticeIn('{"bundle":"../../etc"}')).toBeUndefined()
  expect(noticeIn(JSON.stringify({ bundle: environmentId }))).toEqual({ bundle: environmentId })
})

test('whatever is in a key’s place is a key with safe ids, a revoked one, or none', () => {
  fc.assert(
    fc.property(near(key), (text) => {
      const found = keyIn(text)
      if (!found) return
      for (const id of [found.id, found.orgId, found.environmentId]) expect(id).toMatch(/^[a-z]+_[0-9a-z]+$/)
      expect(['server', 'client']).toContain(found.type)
      expect(found.scopes.includes('evaluate')).toBeTypeOf('boolean')
    }),
    runs,
  )
  expect(keyIn('null')).toBeNull()
  expect(keyIn(JSON.stringify(key))).toEqual(key)
  expect(keyIn(JSON.stringify({ ...key, environmentId: 'env_../../up' }))).toBeUndefined()
  expect(keyIn(JSON.stringify({ ...key, type: 'admin' }))).toBeUndefined()
})

describe('a batch of evaluations', () => {
  test('is what can be counted of it, or none', () => {
    fc.assert(
      fc.property(near(batch), (text) => {
        const found = recordedIn(text, nowMs)
        if (typeof found === 'string') return
        expect(Math.abs(found.batch.atMs - nowMs)).toBeLessThanOrEqual(30 * 86_400_000)
        for (const one of found.batch.counts) {
          expect(one.value).toBeTypeOf('string')
          expect(one.count).toBeGreaterThan(0)
        }
      }),
      runs,
    )
  })

  test('loses only its bad members', () => {
    const bad = [null, 1, { ...count, count: 0.5 }, { ...count, flagKey: '\0' }, { ...count, reason: 'BECAUSE' }]
    const found = recordedIn(JSON.stringify({ ...batch, counts: [...bad, count] }), nowMs)
    expect(found).toEqual({ batch, skipped: bad.length })
  })

  test.each([Number.MAX_SAFE_INTEGER, -1, 0, 1e300, nowMs + 11 * 60_000])('is none at %d', (atMs) => {
    expect(recordedIn(JSON.stringify({ ...batch, atMs }), nowMs)).toBeTypeOf('string')
  })
})

describe('a bundle', () => {
  const written = { environmentId, revision: 7, flags: { well: flag, other: { ...flag, id: 'flag_2' } } }
  /** Reads a bundle from a text, as the edge does. */
  const edgeBundle = (text: string): EdgeBundle => {
    const bundle = bundleIn(text, environmentId)
    if (typeof bundle === 'string') throw ignore()
    return bundle
  }
  const compileText = (text: string) => openBundle(edgeBundle(text), ignore).apply()
  const compile = (content: unknown) => compileText(JSON.stringify(content))
  const answer = (bundle: CompiledBundle, name: string) => bundle.flags.get(name)?.evaluate({}).result

  test('is compiled, each flag answering or broken, or refused', () => {
    fc.assert(
      fc.property(near(written), (text) => {
        try {
          for (const one of compileText(text).flags.values()) {
            const { result } = one.evaluate({ userId: 'ada' })
            if (one.broken) expect(result).toEqual({ value: null, reason: 'ERROR' })
            else expect(result.reason).not.toBe('ERROR')
          }
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidEntry)
        }
      }),
      runs,
    )
  })

  test.each([
    ['of another environment', { ...written, environmentId: 'env_0b' }],
    ['without a revision', { ...written, revision: 'eight' }],
    ['whose flags are an array', { ...written, flags: [] }],
    ['that is null', null],
  ])('%s is refused', (_, content) => expect(() => compile(content)).toThrow(InvalidEntry))

  test('with a malformed flag serves all the others', () => {
    const flags = { well: flag, broken: { ...flag, config: { ...config, rules: 'none' } }, __proto__: null }
    const bundle = compile({ ...written, flags })
    expect(answer(bundle, 'well')).toMatchObject({ value: 'x', reason: 'DEFAULT' })
    expect(answer(bundle, 'broken')).toEqual({ value: null, reason: 'ERROR' })
  })

  test('compiles a flag again that changed without a new version, and only that', () => {
    const before = compile({ ...written, flags: { ...written.flags, well: { ...flag, config: { version: 1 } } } })
    const other = before.flags.get('other')
    const after = before.next(edgeBundle(JSON.stringify(written)))?.apply() as CompiledBundle
    expect(answer(after, 'well')).toMatchObject({ value: 'x' })
    expect(after.flags.get('other')).toBe(other)
  })

  test('is served on one line: in a stream a line’s end would be the reader’s', () => {
    const text = JSON.stringify(written, null, 1).replaceAll('\n', '\n\n')
    expect(compileText(text).text()).toBe(JSON.stringify({ ...written, segments: {} }))
  })
})

test('what is refused is told of once for each kind, and again after some minutes', () => {
  const lines: string[] = []
  let now = 0
  const reportInvalid = openInvalidReports(pino({}, { write: (line) => lines.push(line) }), () => now)
  const told = () => lines.splice(0).map((line) => JSON.parse(line).kind)
  for (let at = 0; at < 1_000; at++) reportInvalid('notice', 'it is not a notice')
  reportInvalid('key', 'it is not a key')
  expect(told()).toEqual(['notice', 'key'])
  now = 5 * 60_000
  reportInvalid('notice', 'it is not a notice')
  expect(told()).toEqual(['notice'])
})

test('whatever waits to be tracked is a batch of which every part can be kept, or none', () => {
  const fits = (unit: bigint) => expect(BigInt.asIntN(64, unit)).toBe(unit)
  fc.assert(
    fc.property(near(JSON.parse(trackedText(tracked))), (text) => {
      const found = trackedIn(text, nowMs)
      if (typeof found === 'string') return
      const { environmentId: place, events, exposures } = found.track
      expect(place).toMatch(/^env_[0-9a-z]+$/)
      for (const { name, id, atMs, value, units } of events) {
        expect([name.isWellFormed(), Number.isSafeInteger(id), Number.isSafeInteger(atMs)]).toEqual([true, true, true])
        expect(value === null || Number.isFinite(value)).toBe(true)
        for (const [, unit] of units) fits(unit)
      }
      for (const { unit, isRight } of exposures) {
        fits(unit)
        expect(isRight).toBeTypeOf('boolean')
      }
    }),
    runs,
  )
  expect(trackedIn(trackedText(tracked), nowMs)).toEqual(tracked)
})
