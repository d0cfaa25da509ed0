import { type Condition, configLimits, type Group, isGroup, partsOf } from '@bunting/engine'

export type GroupName = ReturnType<typeof partsOf>['name']

/** The position of a condition: its index in the rule, and in each group around it. */
export type At = readonly number[]

type Conditions = readonly Condition[]

export const makeGroup = (name: GroupName, members: Conditions): Group => ({ [name]: members }) as Group

const membersOf = (condition: Condition | undefined): Conditions =>
  condition && isGroup(condition) ? partsOf(condition).members : []

export const findCondition = (conditions: Conditions, [first = 0, ...rest]: At): Condition | undefined =>
  rest.length === 0 ? conditions[first] : findCondition(membersOf(conditions[first]), rest)

/** Changes the list that holds a condition. A group that becomes empty is removed: it would be refused. */
const changeList = (
  conditions: Conditions,
  [first = 0, ...rest]: At,
  change: (list: Conditions, index: number) => Conditions,
): Conditions => {
  if (rest.length === 0) return change(conditions, first)
  const group = conditions[first]
  if (!group || !isGroup(group)) return conditions
  const { name, members } = partsOf(group)
  const changed = changeList(members, rest, change)
  return changed.length === 0 ? conditions.toSpliced(first, 1) : conditions.with(first, makeGroup(name, changed))
}

export const setCondition = (conditions: Conditions, at: At, next: Condition): Conditions =>
  changeList(conditions, at, (list, index) => list.with(index, next))

/** Inserts a condition at a position, before the one that is there. */
export const insertCondition = (conditions: Conditions, at: At, added: Condition): Conditions =>
  changeList(conditions, at, (list, index) => list.toSpliced(index, 0, added))

export const removeCondition = (conditions: Conditions, at: At): Conditions =>
  changeList(conditions, at, (list, index) => list.toSpliced(index, 1))

/** Wraps a condition in a group. */
export const wrapCondition = (conditions: Conditions, at: At, name: GroupName): Conditions =>
  changeList(conditions, at, (list, index) => {
    const condition = list[index]
    return condition ? list.with(index, makeGroup(name, [condition])) : list
  })

/** Removes a group, and keeps its members. */
export const unwrapGroup = (conditions: Conditions, at: At): Conditions =>
  changeList(conditions, at, (list, index) => list.toSpliced(index, 1, ...membersOf(list[index])))

/** The depth of nested groups, including itself; 0 for a plain condition. */
const heightOf = (condition: Condition): number =>
  isGroup(condition) ? 1 + Math.max(0, ...partsOf(condition).members.map(heightOf)) : 0

/** Tells whether the depth is allowed: `around` groups, and the condition in the innermost. */
const fits = (around: number, condition: Condition): boolean => around + heightOf(condition) <= configLimits.groupDepth

export const canWrap = (conditions: Conditions, at: At): boolean => {
  const condition = findCondition(conditions, at)
  return condition !== undefined && fits(at.length, condition)
}

/** Tells whether the group at this position may contain another group; [] is the rule itself. */
export const canHoldGroup = (at: At): boolean => at.length < configLimits.groupDepth

type Moved = { conditions: Conditions; at: At }

/** Moves a condition one step up or down: past a condition, into a group or out of one. Undefined at the end. */
export const stepCondition = (conditions: Conditions, at: At, by: -1 | 1): Moved | undefined => {
  const condition = findCondition(conditions, at)
  const parent = at.slice(0, -1)
  const index = at.at(-1) ?? 0
  if (!condition) return undefined
  const neighbour = findCondition(conditions, [...parent, index + by])
  if (!neighbour) return stepOut(conditions, at, by)
  if (isGroup(neighbour) && fits(at.length, condition)) {
    const position = [...parent, index + by, by < 0 ? membersOf(neighbour).length : 0]
    const entered = removeCondition(insertCondition(conditions, position, condition), at)
    return { conditions: entered, at: by < 0 ? position : [...parent, index, 0] }
  }
  const swapped = changeList(conditions, at, (list) => list.with(index, neighbour).with(index + by, condition))
  return { conditions: swapped, at: [...parent, index + by] }
}

/** Moves a condition out of its group, before or after it. */
const stepOut = (conditions: Conditions, at: At, by: -1 | 1): Moved | undefined => {
  const condition = findCondition(conditions, at)
  const parent = at.slice(0, -1)
  if (!condition || parent.length === 0) return undefined
  const isAlone = membersOf(findCondition(conditions, parent)).length === 1
  const around = parent.slice(0, -1)
  const position = parent.at(-1) ?? 0
  if (by < 0) {
    const moved = insertCondition(conditions, parent, condition)
    return { conditions: removeCondition(moved, [...around, position + 1, ...at.slice(-1)]), at: parent }
  }
  const moved = insertCondition(conditions, [...around, position + 1], condition)
  return { conditions: removeCondition(moved, at), at: [...around, isAlone ? position : position + 1] }
}

/** The path of a condition, as in problems: `conditions[1].any[0]`. */
export const pathOf = (conditions: Conditions, [first = 0, ...rest]: At, list: string): string => {
  const here = `${list}[${first}]`
  const group = conditions[first]
  if (rest.length === 0 || !group || !isGroup(group)) return here
  const { name, members } = partsOf(group)
  return pathOf(members, rest, `${here}.${name}`)
}

/** The number of a condition: `2.1` is the first one in the second, which is a group. */
export const numberOf = (at: At): string => at.map((position) => position + 1).join('.')
