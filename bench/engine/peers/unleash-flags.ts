import { type BenchFlag, type Kind, percentage } from '../flags.ts'
import { audience, type BenchCondition, rules } from '../model.ts'

const constraint = ({ attribute, operator, value }: BenchCondition) =>
  operator === 'gt'
    ? { contextName: attribute, operator: 'NUM_GT', value: String(value), values: [] }
    : { contextName: attribute, operator: 'IN', values: [value].flat() }

export type UnleashKind = Exclude<Kind, 'nested' | 'chain' | 'groups'>

const audienceId = 1
export const unleashSegments = [
  { id: audienceId, name: 'audience', constraints: [{ contextName: 'userId', operator: 'IN', values: audience }] },
]

const strategiesOf: Record<UnleashKind, (flagKey: string) => object[]> = {
  plain: () => [{ name: 'default', parameters: {}, constraints: [] }],
  rules: () =>
    rules.map((conditions) => ({ name: 'default', parameters: {}, constraints: conditions.map(constraint) })),
  rollout: (groupId) => [
    {
      name: 'flexibleRollout',
      constraints: [],
      parameters: { rollout: String(percentage), stickiness: 'userId', groupId },
    },
  ],
  segment: () => [{ name: 'default', parameters: {}, constraints: [], segments: [audienceId] }],
}

/** The flags as Unleash hands them to its clients. */
export const unleashFlags = (flags: readonly BenchFlag<UnleashKind>[]) =>
  flags.map(({ key, kind }) => ({
    name: key,
    type: 'release',
    enabled: true,
    project: 'default',
    stale: false,
    impressionData: false,
    variants: [],
    strategies: strategiesOf[kind](key),
  }))
