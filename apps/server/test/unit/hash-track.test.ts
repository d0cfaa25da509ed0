import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashEventId, newUnitSecret, openUnitHash, openUnitTokens } from '../../src/base/hash-units.ts'
import { compileDoor } from '../../src/rules/units/door.ts'
import { tokenIn, tokenText } from '../../src/rules/units/exposure-token.ts'
import { hashTrack } from '../../src/rules/units/hash-track.ts'
import { sortTrack, sortTracking } from '../../src/rules/units/sort-track.ts'
import { metric } from '../../src/testing/units/test-subjects.ts'

const nowMs = Date.parse('2026-10-01T12:00:00Z')
const environmentId = 'env_1'
const distribution = [
  { variant: 'a', weight: 1 },
  { variant: 'constructor', weight: 1 },
]
const experiment = {
  ...({ id: 'exp_1', flagKey: 'flag', exposure: 'evaluation', source: 'any', startedMs: 0, stoppedMs: null } as const),
  rule: { id: 'rule', distribution, bucketBy: 'company' },
  metrics: [metric({ event: 'bought' })],
}
const tracking = sortTracking({ environmentId, events: ['bought'], experiments: [experiment] })
const sender = { environmentId, keyType: 'client', nowMs, isIgnored: false } as const
const secret = newUnitSecret()
const { seal, open } = openUnitTokens(secret)
const tools = {
  hashUnit: openUnitHash(secret),
  hashId: hashEventId,
  newId: () => 1,
  readToken: (token: string) => tokenIn(open(token)),
  evaluate: () => undefined,
}

/** Items as somebody may send them who knows what they look like, and means harm. */
const anything = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom('', '__proto__', 'constructor', 'toString', 0, -1, 1e308, null),
)
const context = fc.record(
  { userId: anything, anonymousId: anything, attributes: fc.oneof(anything, fc.record({ company: anything })) },
  { requiredKeys: [] },
)
const names = fc.oneof(fc.constantFrom('bought', 'flag', 'rule', 'a', 'constructor', '__proto__'), anything)
const item = fc.oneof(
  anything,
  fc.record(
    {
      name: names,
      flagKey: names,
      ruleId: names,
      variant: names,
      context,
      value: anything,
      at: anything,
      id: anything,
      token: anything,
    },
    { requiredKeys: [] },
  ),
)

test('whatever is sent, each item is taken or told what is wrong with it, and what is taken can be kept', () => {
  const batch = fc.record({ sentAt: anything, events: fc.array(item), exposures: fc.array(item) })
  fc.assert(
    fc.property(batch, (sent) => {
      const { track, answer } = hashTrack(sent, compileDoor([experiment]), sender, tools)
      expect(answer.accepted + answer.rejected.length).toBe(sent.events.length + sent.exposures.length)
      const { batch: kept } = sortTrack(track, tracking)
      for (const { unit, id, atMs, value } of kept.events) {
        expect(BigInt.asIntN(64, unit)).toBe(unit)
        expect([Number.isSafeInteger(id), Number.isSafeInteger(atMs)]).toEqual([true, true])
        expect(Math.abs(atMs - nowMs)).toBeLessThanOrEqual(30 * 86_400_000)
        expect(value === null || Math.abs(value) <= 1e12).toBe(true)
      }
      for (const { variant } of kept.exposures) expect([0, 1]).toContain(variant)
    }),
    { numRuns: 3_000, seed: 20_260 },
  )
})

test('a token says what it was made of, is the same for the same, and cannot be made up or changed', () => {
  const exposures = [{ flagKey: 'flag', ruleId: 'rule', variant: 'a', unit: -(2n ** 63n) }]
  const token = seal(tokenText(exposures))
  expect(tokenIn(open(token))).toEqual(exposures)
  expect(seal(tokenText(exposures))).toBe(token)
  expect(openUnitTokens(newUnitSecret()).open(token)).toBeUndefined()
  for (let at = 0; at < token.length; at++) {
    const changed = `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`
    // The last character has bits that say nothing.
    if (Buffer.from(changed, 'base64url').equals(Buffer.from(token, 'base64url'))) continue
    expect(open(changed)).toBeUndefined()
  }
})

test('a unit has another hash in another environment, and under another attribute', () => {
  const hashes = [
    tools.hashUnit('', 'ada'),
    tools.hashUnit('company', 'ada'),
    tools.hashUnit('', 'company\0ada'),
    openUnitHash(newUnitSecret())('', 'ada'),
  ]
  expect(new Set(hashes).size).toBe(4)
  expect(openUnitHash(secret)('', 'ada')).toBe(hashes[0])
})

test.each([
  ['stays, if the batch was a while on its way', 9_000, -9_020],
  ['stays, if the clock is a little ahead', -9_000, 8_980],
  ['is put right, if the clock is off by more', 3_600_000, -20],
])('the time of an event %s', (_, behindMs, atMs) => {
  const sentAt = nowMs - behindMs
  const context = { attributes: { company: 'acme' } }
  const sent = { sentAt, events: [{ name: 'bought', context, at: sentAt - 20 }], exposures: [] }
  const { track } = hashTrack(sent, compileDoor([experiment]), sender, tools)
  expect(track.events.map((event) => event.atMs - nowMs)).toEqual([atMs])
})
