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

const describedAt = (at: number) => ({
  id: `flag_${at}`,
  type: 'boolean',
  clientSafe: at % 2 === 0,
  config: flagAt(at),
})

/** One that has rules, and that names nothing and is named by nothing. */
const aloneAt = 5

/** The patch that turns one flag that stands alone over, from one revision to the next. */
export const patchFrom = (from: number) => {
  const { config, ...described } = describedAt(aloneAt)
  const changed = { ...described, config: { ...config, version: from + 1, defaultValue: from % 2 === 0 } }
  return {
    environmentId: 'env_bench',
    from,
    revision: from + 1,
    format: 2,
    flags: { [flagKey(aloneAt)]: changed },
    segments: {},
  }
}

/** A bundle as Delivery reads it; `change` is the version of its first segment. */
export const bundleOf = (change: number, count = flagCount) => ({
  environmentId: 'env_bench',
  revision: change,
  format: 2,
  flags: Object.fromEntries(Array.from({ length: count }, (_, at) => [flagKey(at), describedAt(at)])),
  segments: Object.fromEntries(
    Array.from({ length: segmentCount }, (_, at) => [segmentKey(at), segmentAt(at, at === 0 ? change : 1)]),
  ),
})
