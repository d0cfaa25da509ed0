import { createHash } from 'node:crypto'
import type { Random } from '../../support/random.ts'

export const apiKey = '8AYnz4q3KEfT5DFtnramnP'
export const environmentName = 'Production'

/** Traits have one type each, as they do where people send them. */
export const traits = {
  plan: ['free', 'pro', 'team', 'Pro', '', 'pro,team'],
  email: ['ada@example.com', 'bob@example.org', 'eve@mail.example.com', 'élan@example.com'],
  age: [-1, 0, 9, 10, 10.5, 18, 100, 1e21],
  beta: [true, false],
  version: ['1.2.3', '1.10.0', '2.0.0-beta.1', '2.0.0', 'v2.0.0', '1.2', 'nope'],
  company: ['acme', 'globex', 'initech', 'umbrella', 'ünder', '7'],
}
export const identifiers = [
  'ada',
  'bob',
  'eve',
  '42',
  'user 7',
  'ütf',
  '𝔘',
  ...Array.from({ length: 80 }, (_, at) => `user-${at}`),
]

type Traits = typeof traits
type Condition = { operator: string; property_: string | null; value: unknown }
type Rule = { type: string; rules: Rule[]; conditions: Condition[] }

/** Where an identity lies, as the SDK computes it: a percentage that is exactly this one is its border. */
const placeOf = (id: number, identifier: string): number => {
  const digest = createHash('md5').update(`${id},${apiKey}_${identifier}`).digest('hex')
  return (Number(BigInt(`0x${digest}`) % 9999n) / 9998) * 100
}

const many = <Item>(random: Random, most: number, make: () => Item, least = 0): Item[] =>
  Array.from({ length: least + Math.floor(random.next() * (most - least + 1)) }, make)

const chance = (random: Random, share: number): boolean => random.next() < share

const percentage = (random: Random, id: number): number =>
  random.pick<() => number>(
    () => random.pick(0, 100, 50, 25, 33.33, 12.345, 0.01, 99.99),
    () => Math.round(random.next() * 10_000) / 100,
    () => placeOf(id, random.pick(...identifiers)),
    () => placeOf(id, random.pick(...identifiers)) + 1e-9,
  )()

const textOperator = (random: Random, values: readonly string[]): Pick<Condition, 'operator' | 'value'> => {
  const text = random.pick(...values, 'x')
  const list = [random.pick(...values), random.pick(...values)]
  return random.pick(
    { operator: 'EQUAL', value: text },
    { operator: 'NOT_EQUAL', value: text },
    { operator: 'CONTAINS', value: text.slice(0, 2) },
    { operator: 'NOT_CONTAINS', value: text.slice(1) },
    { operator: 'REGEX', value: `^${text.replace('.', '\\.')}` },
    { operator: 'REGEX', value: '^[a-z]+@' },
    { operator: 'IN', value: list.join(',') },
    { operator: 'IN', value: JSON.stringify(list) },
    { operator: 'IN', value: list },
    { operator: 'IS_SET', value: null },
    { operator: 'IS_NOT_SET', value: '' },
  )
}

const comparisons = ['EQUAL', 'NOT_EQUAL', 'GREATER_THAN', 'GREATER_THAN_INCLUSIVE', 'LESS_THAN', 'LESS_THAN_INCLUSIVE']

const conditionOn: { [Trait in keyof Traits]: (random: Random) => Pick<Condition, 'operator' | 'value'> } = {
  plan: (random) => textOperator(random, traits.plan),
  email: (random) => textOperator(random, traits.email),
  company: (random) => textOperator(random, traits.company),
  age: (random) =>
    random.pick(
      { operator: random.pick(...comparisons), value: random.pick('0', '10', '10.5', '18', '9', '-1') },
      { operator: 'IN', value: '9,10,10.5' },
      { operator: 'REGEX', value: '^1' },
    ),
  beta: (random) => ({
    operator: random.pick('EQUAL', 'NOT_EQUAL', 'IS_SET', 'IS_NOT_SET'),
    value: random.pick('true', 'false'),
  }),
  version: (random) => ({
    operator: random.pick(...comparisons),
    value: `${random.pick('1.2.3', '1.10.0', '2.0.0-beta.1', '2.0.0', '1.2')}:semver`,
  }),
}

const condition = (random: Random, segmentId: number): Condition => {
  const trait = random.pick(...(Object.keys(traits) as (keyof Traits)[]))
  const onTrait = conditionOn[trait](random)
  return random.pick<() => Condition>(
    ...Array.from({ length: 8 }, () => () => ({ property_: trait, ...onTrait })),
    () => ({ property_: `$.identity.traits.${trait}`, ...onTrait }),
    () => ({ property_: `$.identity.traits['${trait}']`, ...onTrait }),
    () => ({ property_: '$.identity.identifier', ...textOperator(random, identifiers) }),
    () => ({ property_: '$.environment.name', ...textOperator(random, [environmentName, 'Staging']) }),
    () => ({ property_: '$.environment.key', operator: 'EQUAL', value: random.pick(apiKey, 'other') }),
    () => ({
      property_: random.pick(null, '', '$.identity.key'),
      operator: 'PERCENTAGE_SPLIT',
      value: String(percentage(random, segmentId)),
    }),
    () => ({ property_: '', operator: 'PERCENTAGE_SPLIT', value: String(percentage(random, segmentId)) }),
    () => ({
      property_: '$.identity.identifier',
      operator: 'PERCENTAGE_SPLIT',
      value: String(percentage(random, segmentId)),
    }),
    () =>
      chance(random, 0.2) ? { property_: 'age', operator: 'MODULO', value: '2|0' } : { property_: trait, ...onTrait },
  )()
}

const rule = (random: Random, segmentId: number, depth: number): Rule => ({
  type: random.pick('ALL', 'ALL', 'ANY', 'NONE'),
  conditions: many(random, 3, () => condition(random, segmentId), depth === 0 ? 1 : 0),
  rules: depth === 0 || chance(random, 0.4) ? [] : many(random, 2, () => rule(random, segmentId, depth - 1)),
})

const kinds = ['none', 'text', 'number', 'boolean'] as const
type Kind = (typeof kinds)[number]

const randomValue = (random: Random, kind: Kind): unknown => {
  if (kind === 'none') return null
  if (kind === 'text') return random.pick('red', 'green', '', '{"a":1}')
  return kind === 'number' ? random.pick(0, 1, 42, -3) : random.pick(true, false)
}

let next = 1_000
const newId = (): number => next++

type Feature = { id: number; name: string; kind: Kind; options: { id: number; value: unknown }[] }

const stateOf = (random: Random, feature: Feature, rest: object, whole = false): object => {
  const id = newId()
  const places = [percentage(random, id), percentage(random, id)].sort((a, b) => a - b)
  const allocations = random.pick(
    [places[0], (places[1] ?? 0) - (places[0] ?? 0)],
    [33.33, 33.33, 33.34],
    [10, 0, 20],
    [100],
    [25, 25, 25, 25],
  )
  const options = whole ? feature.options.slice(0, 1) : feature.options
  const values = options.slice(0, allocations.length).map((option, at) => ({
    id: newId(),
    mv_fs_value_uuid: '8f6b5c1e-6c3a-4a94-9a3f-3c6f4a1b2c3d',
    percentage_allocation: whole ? 100 : allocations[at],
    multivariate_feature_option: option,
  }))
  return {
    django_id: chance(random, 0.8) ? id : null,
    featurestate_uuid: `40eb539d-3713-4720-bbd4-829dbef10d${id}`,
    feature: { id: feature.id, name: feature.name, type: options.length > 0 ? 'MULTIVARIATE' : 'STANDARD' },
    enabled: chance(random, 0.5),
    feature_state_value: randomValue(random, feature.kind),
    feature_segment: null,
    multivariate_feature_state_values: chance(random, 0.5) ? values : values.toReversed(),
    ...rest,
  }
}

/** An environment as the SDKs read it. */
export const randomDocument = (random: Random): object => {
  next = 1_000
  const features = Array.from({ length: 10 }, (_, at): Feature => {
    const kind = random.pick(...kinds)
    const splits = kind !== 'none' && chance(random, 0.5)
    const options = splits ? many(random, 4, () => ({ id: newId(), value: randomValue(random, kind) }), 1) : []
    return { id: at + 1, name: random.pick('new_checkout', 'Banner colour', 'übung', 'f') + at, kind, options }
  })
  const some = () => features.filter(() => chance(random, 0.4))
  const segments = Array.from({ length: 6 }, (_, at) => {
    const id = 10 + at
    return {
      id,
      name: random.pick('Beta users', 'staff', 'übrige', 'big spenders'),
      rules: many(random, 2, () => rule(random, id, 2)),
      feature_states: some().map((feature) =>
        stateOf(random, feature, { feature_segment: { priority: random.pick<number | null>(0, 1, 2, null) } }),
      ),
    }
  })
  const overridden = identifiers.filter(() => chance(random, 0.1))
  return {
    id: 1,
    api_key: apiKey,
    name: environmentName,
    use_identity_composite_key_for_hashing: true,
    feature_states: features.map((feature) => stateOf(random, feature, {})),
    identity_overrides: overridden.map((identifier) => ({
      identifier,
      identity_uuid: identifier,
      created_date: '2026-01-01T00:00:00Z',
      environment_api_key: apiKey,
      identity_traits: [],
      identity_features: some().map((feature) => stateOf(random, feature, {}, chance(random, 0.5))),
    })),
    project: {
      id: 7,
      name: 'Shop',
      hide_disabled_flags: false,
      organisation: {
        id: 1,
        name: 'Shop',
        feature_analytics: false,
        stop_serving_flags: false,
        persist_trait_data: true,
      },
      segments,
    },
  }
}

/** Who asks, as Flagsmith is told of it. */
export const randomIdentity = (random: Random): { identifier: string; traits: Record<string, unknown> } => {
  const given = Object.entries(traits).filter(() => chance(random, 0.7))
  return {
    identifier: random.pick(...identifiers),
    traits: Object.fromEntries(given.map(([name, values]) => [name, random.pick<unknown>(...values, null)])),
  }
}
