import type { Condition, FlagConfig, Segment } from '@bunting/engine'
import { type BasicKind, configOf, type Kind } from '../engine/flags.ts'
import { rules } from '../engine/model.ts'
import { userIdOf } from '../engine/users.ts'

export const flagCount = 2_000
export const segmentCount = 200
const idsEach = 100

const segmentKey = (at: number) => `segment-${at % segmentCount}`
const flagKey = (at: number) => `flag-${at}`

/** A list of ids, two rules, and every third names the one before it. */
export const segmentAt = (at: number, version = 1): Segment => {
  const within: Condition[] = at % 3 === 2 ? [{ operator: 'in_segment', value: segmentKey(at - 1) }] : []
  return {
    unit: null,
    config: {
      version,
      included: Array.from({ length: idsEach }, (_, id) => userIdOf(at * idsEach + id)),
      excluded: [],
      rules: rules.slice(0, 2).map((conditions, rule) => ({
        id: `rule-${rule + 1}`,
        name: '',
        enabled: true,
        conditionOperator: 'AND',
        conditions: [...within, ...conditions],
      })),
    },
  }
}

const kinds: readonly (BasicKind | Extract<Kind, 'groups'>)[] = ['plain', 'rules', 'rollout', 'groups']

/** Every other names a segment, every fifth needs the one before it. */
const flagAt = (at: number): FlagConfig => {
  const config = configOf({ key: flagKey(at), kind: kinds[at % kinds.length] as Kind })
  const conditions: Condition[] = [{ operator: 'in_segment', value: segmentKey(at) }]
  const rule = { id: 'of-segment', name: '', enabled: true, conditionOperator: 'AND', conditions, value: true } as const
  return {
    ...config,
    rules: at % 2 === 0 ? [rule, ...config.rules] : config.rules,
    ...(at % 5 === 4 && { prerequisites: [{ flagKey: flagKey(at - 1), values: [true] }] }),
  }
}

/** A bundle as Delivery reads it; `change` is the version of its first segment. */
export const bundleOf = (change: number, flags = flagCount) => ({
  environmentId: 'env_bench',
  revision: change,
  format: 2,
  flags: Object.fromEntries(
    Array.from({ length: flags }, (_, at) => [
      flagKey(at),
      { id: `flag_${at}`, type: 'boolean', clientSafe: at % 2 === 0, config: flagAt(at) },
    ]),
  ),
  segments: Object.fromEntries(
    Array.from({ length: segmentCount }, (_, at) => [segmentKey(at), segmentAt(at, at === 0 ? change : 1)]),
  ),
})
