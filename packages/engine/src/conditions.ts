import type { AttributeCondition, Condition, Group, SegmentCondition } from './types.ts'

export const groupNames = ['all', 'any', 'none'] as const
export type GroupName = (typeof groupNames)[number]

export const isGroup = (condition: Condition): condition is Group =>
  'all' in condition || 'any' in condition || 'none' in condition

export const isOfSegments = (condition: Condition): condition is SegmentCondition =>
  'operator' in condition && (condition.operator === 'in_segment' || condition.operator === 'not_in_segment')

export function partsOf(group: Group): { name: GroupName; members: readonly Condition[] } {
  if ('all' in group) return { name: 'all', members: group.all }
  return 'any' in group ? { name: 'any', members: group.any } : { name: 'none', members: group.none }
}

export const keysOf = ({ value }: SegmentCondition): readonly string[] => (typeof value === 'string' ? [value] : value)

type Leaf = { condition: AttributeCondition | SegmentCondition; path: string }

/** The conditions of a rule, with those in its groups, and where each stands. */
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
