import type { Random } from '../../support/random.ts'
import { listOf, often, someOf, wholeBelow } from '../chance.ts'
import { attributes, borderWeight, companyKeys, otherPatterns, patterns, userKeys } from './model.ts'

export type TheirFlag = { key: string; variations: unknown[] } & Record<string, unknown>
export type TheirSegment = { key: string } & Record<string, unknown>
export type TheirEnvironment = { flags: Record<string, TheirFlag>; segments: Record<string, TheirSegment> }

const kinds = ['user', 'company'] as const
const keysOf = { user: userKeys, company: companyKeys }

const comparison = (random: Random): object => {
  const { kind, reference, ops, values, asked = [] } = random.pick(...attributes)
  const op = random.pick(...ops)
  const wanted = someOf<unknown>(random, [...values, ...asked], 3)
  // What the operator cannot read never matches.
  const odd = often(random, 0.05) ? [null, { a: 1 }, ...(op === 'in' ? [] : [true])] : []
  const patternsOf = () => someOf(random, often(random, 0.02) ? otherPatterns : patterns, 2)
  const isPlain = kind === 'user' && !reference.startsWith('/') && often(random, 0.3)
  return {
    ...(isPlain ? {} : { contextKind: kind }),
    attribute: reference,
    op,
    values: often(random, 0.03) ? [] : [...(op === 'matches' ? patternsOf() : wanted), ...odd],
    negate: often(random, 0.25),
  }
}

const special = (random: Random): object => {
  const kind = random.pick(...kinds)
  const negate = often(random, 0.3)
  return random.pick<() => object>(
    () => ({ contextKind: kind, attribute: 'key', op: 'in', values: someOf(random, keysOf[kind], 40), negate }),
    () => ({ attribute: 'kind', op: 'in', values: someOf(random, ['user', 'company', 'device'], 2), negate }),
    () => ({ contextKind: kind, attribute: 'anonymous', op: 'in', values: someOf(random, [true, false], 2), negate }),
    () => ({ contextKind: kind, attribute: 'key', op: 'startsWith', values: [`${kind}-1`], negate }),
  )()
}

const clause = (random: Random, segmentKeys: readonly string[]): object => {
  if (segmentKeys.length > 0 && often(random, 0.25)) {
    const values = someOf(random, [...segmentKeys, 'segment-gone'], 3)
    return { attribute: '', op: 'segmentMatch', values, negate: often(random, 0.3) }
  }
  return often(random, 0.25) ? special(random) : comparison(random)
}

const clauses = (random: Random, segmentKeys: readonly string[]): object[] =>
  listOf(wholeBelow(random, 4), () => clause(random, segmentKeys))

type Bucketing = { kind: 'user' | 'company'; bucketBy?: string; units: readonly string[] }

const bucketings: readonly Bucketing[] = [
  { kind: 'user', units: userKeys },
  { kind: 'user', bucketBy: 'plan', units: ['free', 'pro', 'team'] },
  { kind: 'user', bucketBy: 'age', units: ['17', '18', '40'] },
  { kind: 'user', bucketBy: 'tags', units: ['a'] },
  { kind: 'user', bucketBy: '/address/country', units: ['NO', 'DE'] },
  { kind: 'company', units: companyKeys },
  { kind: 'company', bucketBy: 'name', units: ['Acme', 'Umbrella'] },
]

const rollout = (random: Random, key: string, salt: string, count: number): object => {
  const bucketing = random.pick(...bucketings)
  const seed = often(random, 0.2) ? random.pick(61, 7, 0, 123_456) : undefined
  const isExperiment = often(random, 0.2)
  const drawn = isExperiment ? { ...bucketing, units: keysOf[bucketing.kind] } : bucketing
  const prefix = seed ? `${seed}.` : `${key}.${salt}.`
  const shares = listOf(1 + wholeBelow(random, 4), () => ({
    variation: wholeBelow(random, count),
    weight: Math.floor(borderWeight(random, prefix, drawn.units) / (often(random, 0.5) ? 1 : 2)),
    ...(often(random, 0.1) ? { untracked: true } : {}),
  }))
  const isPlain = bucketing.kind === 'user' && !bucketing.bucketBy?.startsWith('/')
  return {
    ...(isPlain && often(random, 0.5) ? {} : { contextKind: bucketing.kind }),
    ...(bucketing.bucketBy === undefined ? {} : { bucketBy: bucketing.bucketBy }),
    ...(seed === undefined ? {} : { seed }),
    ...(isExperiment ? { kind: 'experiment' } : {}),
    variations: shares,
  }
}

const served = (random: Random, key: string, salt: string, count: number): object =>
  often(random, 0.45) ? { rollout: rollout(random, key, salt, count) } : { variation: wholeBelow(random, count) }

const variationsOf = (random: Random): unknown[] =>
  random.pick<() => unknown[]>(
    () => [true, false],
    () => [false, true],
    () => [true, false, true],
    () => someOf(random, ['red', 'green', 'blue', 'red', ''], 4, 2),
    () => someOf(random, [1, 2, 3.5, 1, 0], 4, 2),
    () => someOf<unknown>(random, [{ a: 1 }, [1, 2], { a: { b: 'c' } }, {}], 4, 2),
    () => (often(random, 0.1) ? ['mixed', 1, null] : [true, false]),
  )()

const targetsOf = (random: Random, count: number): object => {
  if (often(random, 0.5)) return {}
  // More than a condition holds.
  const others = often(random, 0.05) ? listOf(1_100, (at) => `other-${at}`) : []
  const targets = listOf(count, (variation) => ({ variation, values: [...someOf(random, userKeys, 30), ...others] }))
  if (often(random, 0.5)) return { targets }
  const contextTargets = someOf(
    random,
    listOf(count, (at) => at),
    count,
  ).flatMap((variation) => [
    { contextKind: 'user', variation, values: [] },
    { contextKind: 'company', variation, values: someOf(random, companyKeys, 8) },
  ])
  return { targets, contextTargets }
}

const flag = (random: Random, key: string, before: readonly TheirFlag[], segmentKeys: readonly string[]): TheirFlag => {
  const variations = variationsOf(random)
  const { length: count } = variations
  const salt = `salt${wholeBelow(random, 1_000)}`
  const parents = often(random, 0.3) ? someOf(random, before, 2, 0) : []
  const gone = often(random, 0.01) ? [{ key: 'flag-gone', variation: 0 }] : []
  return {
    key,
    version: 1,
    on: often(random, 0.9),
    salt,
    variations,
    ...(often(random, 0.95) ? { offVariation: wholeBelow(random, count) } : {}),
    prerequisites: [
      ...parents.map((parent) => ({ key: parent.key, variation: wholeBelow(random, parent.variations.length) })),
      ...gone,
    ],
    ...targetsOf(random, count),
    rules: listOf(wholeBelow(random, 4), (at) => ({
      id: `rule-${at}`,
      clauses: clauses(random, segmentKeys),
      ...served(random, key, salt, count),
    })),
    fallthrough: served(random, key, salt, count),
  }
}

const segment = (random: Random, key: string, before: readonly string[]): TheirSegment => {
  const salt = `pepper${wholeBelow(random, 1_000)}`
  const lists = (name: string) => ({
    ...(often(random, 0.6) ? { [name]: someOf(random, userKeys, 40) } : {}),
    ...(often(random, 0.4)
      ? { [`${name}Contexts`]: [{ contextKind: 'company', values: someOf(random, companyKeys, 8) }] }
      : {}),
  })
  const weighted = () => {
    if (often(random, 0.5)) return {}
    const { kind, units, ...rest } = random.pick(...bucketings)
    return { rolloutContextKind: kind, ...rest, weight: borderWeight(random, `${key}.${salt}.`, units) }
  }
  const rules = listOf(wholeBelow(random, 3), (at) => ({
    id: `rule-${at}`,
    clauses: clauses(random, before),
    ...weighted(),
  }))
  return { key, version: 1, salt, ...lists('included'), ...lists('excluded'), rules }
}

export const randomEnvironment = (random: Random): TheirEnvironment => {
  const segments: TheirSegment[] = []
  for (let at = 0; at < 6; at++) {
    const before = segments.map(({ key }) => key)
    segments.push(segment(random, `segment-${at}-${wholeBelow(random, 1_000)}`, before))
  }
  const flags: TheirFlag[] = []
  for (let at = 0; at < 20; at++) {
    const segmentKeys = segments.map(({ key }) => key)
    flags.push(flag(random, `flag-${at}-${wholeBelow(random, 1_000)}`, flags, segmentKeys))
  }
  return {
    flags: Object.fromEntries(flags.map((each) => [each.key, each])),
    segments: Object.fromEntries(segments.map((each) => [each.key, each])),
  }
}
