import type { Random } from '../../support/random.ts'

/** Attributes have one type each, as they do where people send them. */
const attributes = {
  plan: ['free', 'pro', 'team', 'Pro', ''],
  age: [-1, 0, 1, 9, 10, 10.5, 18],
  beta: [true, false],
  version: ['1.2.3', '1.10.0', '2.0.0-beta.2', '2.0.0-beta.11', '2.0.0', 'v2.0.0', '10.0.0+build.5', '1.2.0'],
  tags: [['a'], ['a', 'b'], ['B', 'c'], ['x', 'y', 'z']],
  company: ['acme', 'globex', 'initech', '7'],
  since: ['2026-01-01', '2026-03-01', '2025-12-31'],
  'account.tier': ['gold', 'silver'],
}
type Name = keyof typeof attributes
export const ids = ['ada', 'bob', '42', 'ütf', '𝔘', ...Array.from({ length: 120 }, (_, at) => `user-${at}`)]

const many = <Item>(random: Random, least: number, most: number, make: (at: number) => Item): Item[] =>
  Array.from({ length: least + Math.floor(random.next() * (most - least + 1)) }, (_, at) => make(at))
const chance = (random: Random, share: number): boolean => random.next() < share

const fnv1a = (text: string): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** How a rule draws. */
type Hashed = { hashVersion?: number; seed?: string }

/** Where a unit lies: a part that is exactly this one has it on its border. */
const placeOf = ({ hashVersion, seed = '' }: Hashed, unit: string): number =>
  hashVersion === 2 ? (fnv1a(String(fnv1a(seed + unit))) % 10_000) / 10_000 : (fnv1a(unit + seed) % 1_000) / 1_000

/** A part of the whole: often where a unit lies, or one that is not exactly what it seems. */
const part = (random: Random, hashed: Hashed = {}): number =>
  random.pick<() => number>(
    () => placeOf(hashed, random.pick(...ids)),
    () => placeOf(hashed, random.pick(...ids)),
    () => random.pick(0, 1, 0.5, 0.25, 0.1 + 0.2, 0.57, 1 / 3, 0.999, 0.0001),
    () => Math.floor(random.next() * 1_000) / 1_000,
    () => Math.floor(random.next() * 10_000) / 10_000,
    () => random.next(),
  )()

const range = (random: Random, hashed?: Hashed): [number, number] =>
  [part(random, hashed), part(random, hashed)].sort((a, b) => a - b) as [number, number]

const texts = (random: Random, values: readonly string[]): unknown => {
  const [one, other] = [random.pick(...values, 'x'), random.pick(...values)]
  return random.pick<unknown>(
    one,
    null,
    'null',
    { $eq: one },
    { $ne: one },
    { $in: [one, other] },
    { $in: [one, null] },
    { $nin: [one, other] },
    { $nin: [] },
    { $ini: [one.toUpperCase(), other] },
    { $nini: [one.toUpperCase()] },
    { $not: { $in: [one] } },
    { $not: { $regex: '^p' } },
    { $regex: random.pick('^p', 'o$', 'n', '[a-m]+r', 'a/b|e') },
    { $regexi: random.pick('^P', 'L', 'O$') },
    { $exists: chance(random, 0.5) },
    { $ne: one, $exists: true },
    { $inGroup: random.pick('plans', 'nobody', 'ruled') },
    { $notInGroup: random.pick('plans', 'nobody', 'ruled') },
  )
}

const orders = ['$gt', '$gte', '$lt', '$lte'] as const
const conditionOn: { [Each in Name]: (random: Random) => unknown } = {
  plan: (random) => texts(random, attributes.plan),
  company: (random) => texts(random, attributes.company),
  'account.tier': (random) => texts(random, attributes['account.tier']),
  since: (random) => ({ [random.pick(...orders)]: random.pick('2026-01-01', '2026-02-01') }),
  age: (random) =>
    random.pick<unknown>(
      random.pick(0, 1, 10, 10.5),
      { [random.pick(...orders)]: random.pick(-1, 0, 9, 10, 10.5) },
      { $gte: 1, $lt: 10.5 },
      { $ne: random.pick(0, 10) },
      { $in: [0, 10] },
      { $not: { $gt: 5 } },
    ),
  beta: (random) => random.pick<unknown>(true, false, { $eq: true }, { $ne: true }, { $exists: true }, { $not: true }),
  version: (random) => ({
    [random.pick('$veq', '$vne', '$vgt', '$vgte', '$vlt', '$vlte')]: random.pick(
      '1.2.3',
      '1.2',
      '2',
      '2.0.0-beta.2',
      'v2.0.0',
      '0',
    ),
  }),
  tags: (random) =>
    random.pick<unknown>(
      { $in: ['a', 'x'] },
      { $nin: ['b'] },
      { $elemMatch: random.pick<unknown>({ $eq: 'a' }, { $in: ['b', 'x'] }, { $regex: '^[bx]' }, { $ini: ['A'] }) },
      { $all: ['a', 'b'] },
      { $alli: ['b', 'C'] },
      { $not: { $elemMatch: { $eq: 'a' } } },
      chance(random, 0.3) ? { $size: 2 } : { $exists: false },
    ),
}

const condition = (random: Random, depth = 2): Record<string, unknown> => {
  const name = random.pick(...(Object.keys(attributes) as Name[]))
  const plain = () => ({ [name]: conditionOn[name](random) })
  if (depth === 0) return plain()
  const inner = () => condition(random, depth - 1)
  return random.pick<() => Record<string, unknown>>(
    ...Array.from({ length: 6 }, () => plain),
    () => ({ ...plain(), ...condition(random, 0) }),
    () => ({ $or: many(random, 0, 3, inner) }),
    () => ({ $and: many(random, 0, 2, inner) }),
    () => ({ $nor: many(random, 1, 2, inner) }),
    () => ({ $not: inner() }),
    () => ({
      id: random.pick<unknown>(
        { $in: [random.pick(...ids), random.pick(...ids)] },
        { $inGroup: 'people' },
        { $notInGroup: 'people' },
        { $exists: true },
      ),
    }),
    () => ({
      $savedGroup: random.pick<unknown>(
        { id: 'crowd' },
        { id: 'crowd', attributeKey: 'company' },
        { id: 'ruled' },
        { id: 'nested' },
        { id: 'nobody' },
      ),
    }),
  )()
}

const savedGroups = (random: Random) => ({
  people: ids.filter(() => chance(random, 0.3)),
  plans: ['pro', 'team'],
  crowd: { type: 'list', attributeKey: 'plan', values: ['pro', 'acme', '7'] },
  ruled: { type: 'condition', condition: condition(random, 1) },
  nested: { type: 'condition', condition: { $savedGroup: { id: 'ruled' }, plan: { $ne: 'free' } } },
})

const randomHash = (random: Random): Hashed => ({
  ...(chance(random, 0.7) ? { hashVersion: random.pick(1, 2) } : {}),
  ...(chance(random, 0.5) ? { seed: random.pick('seed', 'a-b') } : {}),
  ...(chance(random, 0.3) ? { hashAttribute: random.pick('company', 'id') } : {}),
})

const filters = (random: Random) =>
  many(random, 1, 2, () => {
    const hashed = { seed: random.pick('layer', 'other'), hashVersion: random.pick(1, 2) }
    return {
      ...hashed,
      ...(hashed.hashVersion === 2 && chance(random, 0.5) ? { hashVersion: undefined } : {}),
      ranges: many(random, 1, 2, () => range(random, hashed)),
      ...(chance(random, 0.3) ? { attribute: 'company' } : {}),
    }
  })

type Value = () => unknown

const experiment = (random: Random, value: Value, hashed: Hashed) => {
  const variations = many(random, 1, 4, value)
  const { length } = variations
  const weights = random.pick(
    variations.map(() => 1 / length),
    variations.map((_, at) => (at === 0 ? 1 - (length - 1) * 0.1 : 0.1)),
    variations.map((_, at) => (at === 0 ? 0.57 : 0.43 / Math.max(length - 1, 1))),
    variations.map(() => 0.9),
  )
  return {
    key: random.pick('exp', 'checkout'),
    variations,
    ...(chance(random, 0.7) ? { weights } : {}),
    ...(chance(random, 0.5) ? { coverage: part(random, hashed) } : {}),
    ...(chance(random, 0.4) ? { ranges: many(random, length, length, () => range(random, hashed)) } : {}),
    ...(chance(random, 0.3) ? { namespace: ['layer', ...range(random, { hashVersion: 1, seed: '__layer' })] } : {}),
    ...(chance(random, 0.3)
      ? { meta: variations.map((_, at) => ({ key: `v${at}`, passthrough: chance(random, 0.3) })) }
      : {}),
  }
}

const rule = (random: Random, value: Value, at: number): Record<string, unknown> => {
  const hashed = randomHash(random)
  return {
    ...(chance(random, 0.7) ? { id: `fr_${at}` } : {}),
    ...(chance(random, 0.6) ? { condition: condition(random) } : {}),
    ...(chance(random, 0.2) ? { filters: filters(random) } : {}),
    ...hashed,
    ...random.pick<() => object>(
      () => ({ force: value() }),
      () => ({ force: value(), coverage: part(random, hashed) }),
      () => ({ force: value(), range: range(random, hashed) }),
      () => experiment(random, value, hashed),
      () => experiment(random, value, hashed),
    )(),
  }
}

const bandit = (value: Value) => ({
  contextualVariations: [value(), value()],
  contextualBanditRef: 'cb',
  weights: [0.5, 0.5],
  key: 'bandit',
})

const values: Record<string, (random: Random) => unknown> = {
  boolean: (random) => random.pick(true, false),
  string: (random) => random.pick('red', 'green', ''),
  number: (random) => random.pick(0, 1, 42.5),
  json: (random) => random.pick<unknown>({ a: 1 }, { a: 2, b: [1] }, ['x']),
}

type Feature = { defaultValue: unknown; rules: Record<string, unknown>[] }

const feature = (random: Random, at: number): Feature => {
  const type = random.pick('boolean', 'boolean', 'string', 'number', 'json')
  const value = () => values[type]?.(random)
  const rules = many(random, 0, 4, (place) => rule(random, value, place))
  if (chance(random, 0.05)) rules.push(bandit(value))
  const defaultValue = value()
  if (at === 0) return { defaultValue, rules }
  const parent = {
    id: random.pick(...Array.from({ length: at }, (_, place) => `f${place}`), 'gone'),
    condition: {
      value: random.pick<unknown>(true, 'red', { $exists: true }, { $ne: 1 }, { $in: [true, 'green', 42.5] }),
    },
  }
  const holdout = {
    id: 'holdout_1',
    parentConditions: [{ id: '$holdout:hld_1', condition: { value: 'holdoutcontrol' } }],
    force: random.pick(defaultValue, value()),
  }
  if (chance(random, 0.2)) rules.unshift({ parentConditions: [{ ...parent, gate: true }] })
  if (chance(random, 0.15)) for (const each of rules.slice(0, random.pick(1, 9))) each.parentConditions ??= [parent]
  if (chance(random, 0.2)) rules.unshift(holdout)
  return { defaultValue, rules }
}

/** An environment as the SDKs read it. */
export const randomPayload = (random: Random): object => ({
  features: {
    ...Object.fromEntries(many(random, 12, 12, (at) => [`f${at}`, feature(random, at)])),
    '$holdout:hld_1': {
      defaultValue: 'genpop',
      rules: [
        {
          coverage: random.pick(0.1, 0.5),
          hashAttribute: 'id',
          key: 'holdout',
          seed: 'hld',
          hashVersion: 2,
          variations: ['holdoutcontrol', 'holdouttreatment'],
          weights: [0.5, 0.5],
          ...(chance(random, 0.3) ? { condition: condition(random, 0) } : {}),
        },
      ],
    },
  },
  savedGroups: savedGroups(random),
  contextualBandits: {
    cb: {
      contexts: [
        { leafId: 1, condition: { plan: 'pro' }, weights: [0.2, 0.8] },
        { leafId: 2, condition: { age: { $gt: 9 } }, weights: [0.9, 0.1] },
      ],
    },
  },
})

/** What is known of a user, by the flat names that Bunting has for it. */
export const randomAttributes = (random: Random): Record<string, unknown> => {
  const given = Object.entries(attributes).filter(() => chance(random, 0.7))
  const known = Object.fromEntries(given.map(([name, values]) => [name, random.pick<unknown>(...values)]))
  return chance(random, 0.95) ? { id: random.pick(...ids), ...known } : known
}
