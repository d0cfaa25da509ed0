import type { Random } from '../../support/random.ts'
import { listOf, often, someOf, wholeBelow } from '../chance.ts'
import { sessionIds, userIds } from './model.ts'

type Strategy = {
  name: string
  parameters: Record<string, string>
  variants?: Variant[]
} & Record<string, unknown>
type Variant = { name: string; weight: number; stickiness?: string } & Record<string, unknown>
export type TheirFlag = {
  name: string
  enabled: boolean
  strategies: Strategy[]
  variants: Variant[]
  dependencies: { feature: string; enabled?: boolean; variants?: string[] }[]
}
export type TheirEnvironment = { version: 2; features: TheirFlag[]; segments: object[] }

const plans = ['free', 'pro', 'team', 'Pro', ' pro ', '', 'Größe']
const words = ['ada@example.com', 'Bob@Example.org', 'example', '@EXAMPLE.com', 'ada', '']

/** What a constraint asks of a field. */
const constraintOf = (random: Random): object =>
  random.pick<() => object>(
    () => ({ contextName: 'plan', operator: random.pick('IN', 'NOT_IN'), values: someOf(random, plans, 3, 0) }),
    () => ({ contextName: 'userId', operator: random.pick('IN', 'NOT_IN'), values: someOf(random, userIds, 40) }),
    () => ({ contextName: 'sessionId', operator: 'IN', values: someOf(random, sessionIds, 40) }),
    () => ({ contextName: 'beta', operator: random.pick('IN', 'NOT_IN'), values: [random.pick('true', 'false')] }),
    () => ({ contextName: 'environment', operator: random.pick('IN', 'NOT_IN'), values: ['theirs', 'other'] }),
    () => ({ contextName: 'appName', operator: random.pick('IN', 'NOT_IN'), values: [random.pick('shop', 'other')] }),
    () => ({
      contextName: 'email',
      operator: random.pick('STR_STARTS_WITH', 'STR_ENDS_WITH', 'STR_CONTAINS'),
      values: someOf(random, words, 3, 0),
      caseInsensitive: often(random, 0.5),
    }),
    () => ({
      contextName: 'age',
      operator: random.pick('NUM_EQ', 'NUM_GT', 'NUM_GTE', 'NUM_LT', 'NUM_LTE'),
      value: random.pick('17', '18', '18.5', '18.0', '', 'many', '0x12'),
    }),
    () => ({
      contextName: 'version',
      operator: random.pick('SEMVER_EQ', 'SEMVER_GT', 'SEMVER_GTE', 'SEMVER_LT', 'SEMVER_LTE'),
      value: random.pick('1.0.0', '2.0.0', '2.0.0-beta.1', '2.1.0+build', 'v2.0.0', '2.0', 'none'),
    }),
    () => ({
      contextName: 'email',
      operator: 'REGEX',
      value: random.pick('^ada', '@example\\.(com|org)$', '[A-Z]ob', '(?i)EXAMPLE'),
      caseInsensitive: often(random, 0.5),
    }),
    () => ({
      contextName: 'currentTime',
      operator: random.pick('DATE_AFTER', 'DATE_BEFORE'),
      value: random.pick('2020-01-01T00:00:00.000Z', '2120-01-01T00:00:00.000Z', 'soon'),
    }),
    // By hand.
    () =>
      often(random, 0.05)
        ? { contextName: 'remoteAddress', operator: 'IN_CIDR', values: ['10.0.0.0/8'] }
        : { contextName: 'plan', operator: 'IN', values: ['pro'] },
  )()

const constraints = (random: Random, most: number): object[] =>
  listOf(wholeBelow(random, most + 1), () => ({ ...constraintOf(random), inverted: often(random, 0.25) }))

const stickinessOf = (random: Random): string =>
  random.pick('default', 'default', 'userId', 'sessionId', 'company', 'beta', often(random, 0.2) ? 'random' : 'default')

const payloadOf = (random: Random, kind: string, name: string): object => {
  if (kind === 'none') return {}
  if (kind === 'json') return { payload: { type: 'json', value: JSON.stringify({ name, n: wholeBelow(random, 3) }) } }
  return { payload: { type: random.pick('string', 'csv', 'number'), value: `${name} ${wholeBelow(random, 3)}` } }
}

const variantsOf = (random: Random, kind: string): Variant[] => {
  const stickiness = often(random, 0.7) ? { stickiness: stickinessOf(random) } : {}
  const names = someOf(random, ['blue', 'green', 'red', 'yellow'], 4)
  const weights = random.pick([1, 1, 1, 1], [333, 333, 334, 0], [10, 490, 500, 1], [0, 0, 0, 0], [1000, 0, 0, 0])
  return names.map((name, at) => ({
    name,
    weight: weights[at] as number,
    ...stickiness,
    ...payloadOf(random, kind, name),
    ...(often(random, 0.2)
      ? {
          overrides: [
            { contextName: 'userId', values: someOf(random, userIds, 30) },
            { contextName: 'plan', values: someOf(random, ['pro', 'team'], 1, 0) },
          ],
        }
      : {}),
  }))
}

const rollouts = ['0', '1', '25', '50', '99', '100', '33.5', '10', '75', 'no', '150']

const strategyOf = (
  random: Random,
  at: number,
  flagName: string,
  segmentIds: readonly number[],
  kind: string,
): Strategy => {
  const groupId = random.pick<Record<string, string>>(
    { groupId: flagName },
    { groupId: 'shared' },
    { groupId: flagName },
    {},
  )
  const [name, parameters] = random.pick<[string, Record<string, string>]>(
    ['default', {}],
    ['userWithId', { userIds: someOf(random, userIds, 40).join(', ') }],
    ['userWithId', { userIds: often(random, 0.2) ? userIds.join(',') : '' }],
    ['gradualRolloutUserId', { percentage: random.pick(...rollouts), ...groupId }],
    ['gradualRolloutSessionId', { percentage: random.pick(...rollouts), ...groupId }],
    ['gradualRolloutRandom', { percentage: random.pick('0', '100', often(random, 0.3) ? '50' : '100') }],
    [often(random, 0.03) ? 'remoteAddress' : 'default', { IPs: '10.0.0.1' }],
    ...listOf(8, (): [string, Record<string, string>] => [
      'flexibleRollout',
      {
        rollout: random.pick(...rollouts),
        ...(often(random, 0.9) ? { stickiness: stickinessOf(random) } : {}),
        ...groupId,
      },
    ]),
  )
  return {
    id: `s-${at}`,
    name,
    parameters,
    constraints: constraints(random, 2),
    segments: often(random, 0.3) ? someOf(random, [...segmentIds, 99], 2) : [],
    variants: often(random, 0.35) ? variantsOf(random, kind) : [],
  }
}

const flagOf = (
  random: Random,
  name: string,
  others: readonly TheirFlag[],
  segmentIds: readonly number[],
): TheirFlag => {
  const kind = random.pick('none', 'text', 'text', 'json')
  const dependencies = (often(random, 0.35) ? someOf(random, others, 2) : []).map((parent) => {
    const names = [...parent.variants, ...parent.strategies.flatMap(({ variants }) => variants ?? [])].map(
      (one) => one.name,
    )
    return {
      feature: often(random, 0.97) ? parent.name : 'gone',
      ...random.pick<object>(
        {},
        { enabled: true },
        { enabled: false },
        { enabled: true, variants: someOf(random, ['blue', ...names], 2) },
      ),
    }
  })
  return {
    name,
    enabled: often(random, 0.85),
    strategies: listOf(wholeBelow(random, 4), (at) => strategyOf(random, at, name, segmentIds, kind)),
    variants: often(random, 0.5) ? variantsOf(random, kind) : [],
    dependencies,
  }
}

export const randomEnvironment = (random: Random): TheirEnvironment => {
  const segments = listOf(4, (id) => ({ id, name: `Segment ${id}!`, constraints: constraints(random, 3) }))
  const segmentIds = segments.map(({ id }) => id)
  const features: TheirFlag[] = []
  for (let at = 0; at < 20; at++) {
    features.push(flagOf(random, `flag-${at}-${wholeBelow(random, 1_000)}`, features, segmentIds))
  }
  return { version: 2, features, segments }
}

/** Flags that answer by chance, whoever asks: told to, or by way of a parent. */
export const byChance = ({ features }: TheirEnvironment): ReadonlySet<string> => {
  const isRandom = (variant: Variant) => variant.stickiness === 'random'
  const found = new Set<string>()
  for (const { name, strategies, variants, dependencies } of features) {
    const own =
      variants.some(isRandom) ||
      strategies.some(
        ({ name: kind, parameters, variants: inner }) =>
          inner?.some(isRandom) || parameters.stickiness === 'random' || kind === 'gradualRolloutRandom',
      )
    if (own || dependencies.some(({ feature }) => found.has(feature))) found.add(name)
  }
  return found
}
