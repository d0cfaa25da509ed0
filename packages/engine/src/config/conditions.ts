import type { AttributeCondition, Condition, Group, SegmentCondition, ShareCondition } from '../types.ts'
import { configLimits } from './config-limits.ts'

export const groupNames = ['all', 'any', 'none'] as const
export type GroupName = (typeof groupNames)[number]

export const shareOperator = 'in_share'

export const isGroup = (condition: Condition): condition is Group =>
  'all' in condition || 'any' in condition || 'none' in condition

export const isOfSegments = (condition: Condition): condition is SegmentCondition =>
  'operator' in condition && (condition.operator === 'in_segment' || condition.operator === 'not_in_segment')

export const isOfShare = (condition: Condition): condition is ShareCondition =>
  'operator' in condition && condition.operator === shareOperator

export function partsOf(group: Group): { name: GroupName; members: readonly Condition[] } {
  if ('all' in group) return { name: 'all', members: group.all }
  return 'any' in group ? { name: 'any', members: group.any } : { name: 'none', members: group.none }
}

/** The keys of the segments that a condition names; none if its value cannot be read. */
export function keysOf({ value }: SegmentCondition): readonly string[] {
  const keys: readonly unknown[] = Array.isArray(value) ? value : [value]
  const isReadable = keys.length <= configLimits.segments && keys.every((key) => typeof key === 'string')
  return isReadable ? (keys as string[]) : []
}

type Leaf = { condition: AttributeCondition | SegmentCondition | ShareCondition; path: string }

/** The conditions of a rule, including those within groups, each with its path. */
export function* leavesOf(conditions: readonly Condition[], path: string): Generator<Leaf> {
  for (const [at, condition] of conditions.entries()) {
    const here = `${path}[${at}]`
    if (!isGroup(condition)) yield { condition, path: here }
    else {
      const { name, members } = partsOf(condition)
      yield* leavesOf(members, `${here}.${name}`)
    }
  }
}
