import fc from 'fast-check'
import { expect, test } from 'vitest'
import { everyCase } from '../../../apps/server/src/testing/every-case.ts'
import { endOf } from '../src/compile/bucket.ts'
import { bucketOf, type FlagConfig, murmur3, type Rule, rolloutSeed, variantSeed } from '../src/index.ts'
import { read } from './support/conformance.ts'
import { evaluate } from './support/evaluate.ts'

type Golden = {
  hashes: { text: string; seed: number; hash: number }[]
  buckets: {
    flagKey: string
    ruleId: string
    unit: string
    seed: number
    bucket: number
    variantSeed: number
    variantBucket: number
  }[]
}
const { hashes, buckets } = read<Golden>('bucketing.json')

test('murmur3 hashes every text of the data', () =>
  everyCase(
    hashes.map((one) => ({ name: `"${one.text}" with seed ${one.seed}`, ...one })),
    ({ text, seed, hash }) => expect(murmur3(text, seed)).toBe(hash),
  ))

test('every unit of the data is in its buckets', () =>
  everyCase(
    buckets.map((one) => ({ name: `${one.unit} in ${one.flagKey}, ${one.ruleId}`, ...one })),
    ({ flagKey, ruleId, unit, ...golden }) => {
      expect(rolloutSeed(flagKey, ruleId)).toBe(golden.seed)
      expect(bucketOf(golden.seed, unit)).toBe(golden.bucket)
      expect(variantSeed(flagKey, ruleId)).toBe(golden.variantSeed)
      expect(bucketOf(golden.variantSeed, unit)).toBe(golden.variantBucket)
    },
  ))

/** The hash byte by byte, as the algorithm is published. */
const reference = (text: string, seed: number): number => {
  const bytes = new TextEncoder().encode(text)
  const rotate = (value: number, by: number) => (value << by) | (value >>> (32 - by))
  const mix = (block: number) => Math.imul(rotate(Math.imul(block, 0xcc9e2d51), 15), 0x1b873593)
  let hash = seed
  const whole = bytes.length - (bytes.length % 4)
  for (let at = 0; at < whole; at += 4) {
    const block = new DataView(bytes.buffer).getUint32(at, true)
    hash = (Math.imul(rotate(hash ^ mix(block), 13), 5) + 0xe6546b64) | 0
  }
  let rest = 0
  for (let at = bytes.length - 1; at >= whole; at--) rest = (rest << 8) | (bytes[at] as number)
  if (whole < bytes.length) hash ^= mix(rest)
  hash ^= bytes.length
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

test('murmur3 agrees with a byte-wise reference on any text, broken surrogates included', () => {
  const text = fc.oneof(
    fc.string(),
    fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units)),
  )
  fc.assert(fc.property(text, fc.nat(0xffffffff), (one, seed) => murmur3(one, seed) === reference(one, seed)))
})

const flag = (rule: Partial<Rule>): FlagConfig => ({
  version: 1,
  enabled: true,
  defaultValue: 'out',
  rules: [{ id: 'r', name: '', enabled: true, conditionOperator: 'AND', conditions: [], ...rule }],
  variants: ['a', 'b', 'c'].map((key) => ({ key, value: key })),
})
const percentage = fc.integer({ min: 0, max: 100_000 }).map((thousandths) => thousandths / 1_000)
const weight = fc.integer({ min: 1, max: 1_000 })

test('raising a percentage never removes anyone', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), percentage, percentage, (userId, one, other) => {
      const reason = (rolloutPercentage: number) =>
        evaluate('f', flag({ value: 'in', rolloutPercentage }), { userId }).reason
      const [lower, higher] = [Math.min(one, other), Math.max(one, other)]
      return reason(lower) !== 'ROLLOUT' || reason(higher) === 'ROLLOUT'
    }),
  )
})

test('changing a percentage moves nobody between variants', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1 }),
      percentage,
      fc.tuple(weight, weight, weight),
      (userId, rolloutPercentage, weights) => {
        const distribution = ['a', 'b', 'c'].map((variant, at) => ({ variant, weight: weights[at] as number }))
        const whole = evaluate('f', flag({ distribution }), { userId })
        const part = evaluate('f', flag({ distribution, rolloutPercentage }), { userId })
        return part.reason === 'DEFAULT' || part.variant === whole.variant
      },
    ),
  )
})

test('nobody is in at 0 % and everybody at 100 %', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (userId) => {
      const reason = (rolloutPercentage: number) =>
        evaluate('f', flag({ value: 'in', rolloutPercentage }), { userId }).reason
      return reason(0) === 'DEFAULT' && reason(100) === 'ROLLOUT'
    }),
  )
})

test('the hashes of a rollout end where its buckets end', () => {
  const bucket = (hash: number) => Math.floor((hash * 100_000) / 2 ** 32)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999 }), (threshold) => {
      const end = endOf(threshold)
      return bucket(end - 1) < threshold && bucket(end) >= threshold
    }),
  )
})
