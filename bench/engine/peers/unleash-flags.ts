import { type BenchCondition, type BenchFlag, type Kind, percentage, rules } from '../flags.ts'

const constraint = ({ attribute, operator, value }: BenchCondition) =>
  operator === 'gt'
    ? { contextName: attribute, operator: 'NUM_GT', value: String(value), values: [] }
    : { contextName: attribute, operator: 'IN', values: [value].flat() }

const strategiesOf: Record<Kind, (flagKey: string) => object[]> = {
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
}

/** The flags as Unleash hands them to its clients. */
export const unleashFlags = (flags: readonly BenchFlag[]) =>
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
