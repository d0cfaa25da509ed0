import { fnv1aOfBytes, fnv1aOfUnits } from './fnv1a.ts'
import { md5Modulo } from './md5.ts'
import { murmur3, murmur3OfBytes } from './murmur3.ts'
import { sha1Top52 } from './sha1.ts'
import { Utf8Writer } from './utf8.ts'

/** The hashes of other services, for flags that were imported from them. */
export const hashKinds = [
  'launchdarkly',
  'unleash',
  'unleash4',
  'flagsmith',
  'growthbook1',
  'growthbook2',
  'flagd1',
  'flagd2',
  'flagd3',
  'flagd3pair',
  'goff',
] as const

export type HashKind = (typeof hashKinds)[number]
export type ShareKind = HashKind | 'bunting'

/** Maps each unit to one of `of` whole numbers, from 0 on. Shares are ranges of these. */
export type Draw = { readonly of: number; readonly draw: (unit: string) => number }

/** The purpose of a draw: whether a unit is in a rollout, or which share of a split it gets, with the sum of the weights. */
export type Purpose = 'rollout' | { readonly split: number }

const two32 = 0x1_0000_0000

/** A shared buffer, which is safe because evaluations are synchronous. */
const text = new Utf8Writer()

/**
 * The draw of a service that takes a hash modulo `buckets`: the bucket, refined by the rest of the hash, so that shares
 * finer than a bucket work too and the units of a bucket stay together.
 */
const finer = (buckets: number, hash: (unit: string) => number): Draw => {
  const parts = Math.ceil(two32 / buckets)
  return {
    of: buckets * parts,
    draw: (unit) => {
      const drawn = hash(unit)
      return (drawn % buckets) * parts + Math.floor(drawn / buckets)
    },
  }
}

const unleashSplitSeed = 86_028_157

const unleash =
  (splitSeed: number) =>
  (salt: string, purpose: Purpose): Draw =>
    purpose === 'rollout'
      ? finer(100, (unit) => murmur3(salt + unit))
      : finer(purpose.split, (unit) => murmur3(salt + unit, splitSeed))

const flagsmithBuckets = 9_998

/** One unit in 9,999 falls on the end of the range, and is hashed again with its text repeated twice, three times, …. */
const drawFlagsmith = (salt: string) => (unit: string) => {
  const drawn = `${salt}${unit}`
  text.clear().add(drawn)
  for (;;) {
    const { length } = text
    const bucket = md5Modulo(text, flagsmithBuckets + 1)
    text.length = length
    if (bucket < flagsmithBuckets) return bucket
    text.add(',').add(drawn)
  }
}

const flagd1Buckets = 0x7fff_ffff

const isAscii = (one: string): boolean => {
  let seen = 0
  for (let i = 0; i < one.length; i++) seen |= one.charCodeAt(i)
  return seen < 0x80
}

const measured = new Utf8Writer()
const byteLengthOf = (one: string): number => (isAscii(one) ? one.length : measured.clear().add(one).length)

/** Adds a text in CBOR: its header, and the text. */
const addCbor = (one: string): void => {
  const length = byteLengthOf(one)
  if (length < 24) text.addByte(0x60 + length)
  else if (length < 0x100) text.addByte(0x78).addByte(length)
  else
    text
      .addByte(0x79)
      .addByte(length >> 8)
      .addByte(length & 0xff)
  text.add(one)
}

const draws: { readonly [Kind in ShareKind]: (salt: string, purpose: Purpose) => Draw } = {
  launchdarkly: (salt) => ({ of: 2 ** 52, draw: (unit) => sha1Top52(text.clear().add(salt).add(unit)) }),
  unleash: unleash(unleashSplitSeed),
  unleash4: unleash(0),
  flagsmith: (salt) => ({ of: flagsmithBuckets, draw: drawFlagsmith(salt) }),
  growthbook1: (salt) => finer(1_000, (unit) => fnv1aOfUnits(unit, salt)),
  growthbook2: (salt) => finer(10_000, (unit) => fnv1aOfUnits(String(fnv1aOfUnits(salt, unit)))),
  // The two greatest hashes belong to the last share.
  flagd1: (salt) => ({
    of: flagd1Buckets,
    draw: (unit) => Math.min(Math.abs(murmur3(salt + unit) | 0), flagd1Buckets - 1),
  }),
  flagd2: (salt) => ({ of: two32, draw: (unit) => murmur3(salt + unit) }),
  flagd3: (salt) => ({
    of: two32,
    draw: (unit) => {
      text.clear()
      addCbor(salt + unit)
      return murmur3OfBytes(text)
    },
  }),
  flagd3pair: (salt) => ({
    of: two32,
    draw: (unit) => {
      text.clear().addByte(0x82)
      addCbor(salt)
      addCbor(unit)
      return murmur3OfBytes(text)
    },
  }),
  goff: (salt, purpose) => {
    const of = purpose === 'rollout' ? 100_000 : Math.round(1_000 * purpose.split)
    const hasAsciiSalt = isAscii(salt)
    const hash = (unit: string) =>
      hasAsciiSalt && isAscii(unit) ? fnv1aOfUnits(salt, unit) : fnv1aOfBytes(text.clear().add(salt).add(unit))
    return { of, draw: (unit) => hash(unit) % of }
  },
  bunting: (salt) => {
    const seed = murmur3(salt)
    return { of: two32, draw: (unit) => murmur3(unit, seed) }
  },
}

export const drawOf = (kind: ShareKind, salt: string, purpose: Purpose): Draw => draws[kind](salt, purpose)

const decimals = 1_000_000

/** The first number outside a share of all numbers. Exact integers, since floating point could be off by one. */
export const limitOf = (of: number, part: number, whole: number): number => {
  const [numerator, denominator] = [part, whole].map((one) => BigInt(Math.round(one * decimals))) as [bigint, bigint]
  return Number((BigInt(of) * numerator + denominator - 1n) / denominator)
}
