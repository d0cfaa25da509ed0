import { isolate, sayList } from '@bunting/contract/text'
import { type Condition, isGroup, isOfSegments, isOfShare, leavesOf, partsOf, type Rule } from '@bunting/engine'
import { same } from '../../../format/same.ts'
import { sayCondition } from '../words/condition-words.ts'
import { partsOfShare } from '../words/share-words.ts'
import { valuesOf } from '../words/words.ts'
import type { Change } from './change.ts'

type Placed = { condition: Condition; index: number }
type Pair = { before: Placed; after: Placed }

/** The subject of a condition, and its operator. */
const kindOf = (condition: Condition): { subject: string; way: string } => {
  if (isGroup(condition)) return { subject: 'group', way: partsOf(condition).name }
  if (isOfSegments(condition)) return { subject: 'segment', way: condition.operator }
  if (isOfShare(condition)) return { subject: `share.${condition.value.salt}`, way: condition.operator }
  return { subject: `attribute.${condition.attribute}`, way: condition.operator }
}

/** The signs that two conditions are the same one, from the surest on: conditions have no ids. */
const signs: readonly ((one: Condition, other: Condition) => boolean)[] = [
  same,
  (one, other) => same(kindOf(one), kindOf(other)),
  (one, other) => kindOf(one).subject === kindOf(other).subject,
]

const indexed = (rule: Rule): Placed[] => rule.conditions.map((condition, index) => ({ condition, index }))

/** The changes between the conditions of a rule. Their order is ignored, since it makes no difference. */
export const conditionChanges = (key: string, where: string, beforeRule: Rule, afterRule: Rule): Change[] => {
  let removed = indexed(beforeRule)
  let added = indexed(afterRule)
  const pairs: Pair[] = []
  for (const isSame of signs) {
    for (const candidate of added) {
      const match = removed.find(({ condition }) => isSame(condition, candidate.condition))
      if (!match) continue
      pairs.push({ before: match, after: candidate })
      removed = removed.filter((one) => one !== match)
    }
    added = added.filter((one) => !pairs.some((pair) => pair.after === one))
  }
  const name = ({ condition, index }: Placed) => ({
    key: `${key}.condition.${kindOf(condition).subject}.${kindOf(condition).way}`,
    where: `${where}, condition ${index + 1}`,
  })
  const changed = pairs.filter(({ before, after }) => !same(before.condition, after.condition))
  return [
    ...changed.map(({ before, after }) => ({ ...name(after), ...changeOf(before.condition, after.condition) })),
    ...added.map(
      (one): Change => ({
        ...name(one),
        what: 'Condition added',
        before: { kind: 'nothing', text: 'No such condition' },
        after: whole(one.condition),
      }),
    ),
    ...removed.map(
      (one): Change => ({
        ...name(one),
        what: 'Condition removed',
        before: whole(one.condition),
        after: { kind: 'nothing', text: 'No such condition' },
      }),
    ),
  ]
}

const whole = (condition: Condition) => ({ kind: 'condition', condition, changed: partsIn(condition) }) as const

/** The parts of a condition that may differ: its values, or the conditions in a group. */
const partsIn = (condition: Condition): readonly string[] => {
  if (isGroup(condition)) return Array.from(leavesOf([condition], ''), (leaf) => sayCondition(leaf.condition))
  return isOfShare(condition) ? partsOfShare(condition) : valuesOf(condition)
}

const changeOf = (before: Condition, after: Condition): Pick<Change, 'what' | 'before' | 'after'> => {
  const had = new Set(partsIn(before))
  const has = new Set(partsIn(after))
  const gone = [...had].filter((part) => !has.has(part))
  const come = [...has].filter((part) => !had.has(part))
  return {
    what: sayChange(before, after, { come, gone, isList: has.size + had.size > 2 }),
    before: { kind: 'condition', condition: before, changed: gone },
    after: { kind: 'condition', condition: after, changed: come },
  }
}

type Values = { come: readonly string[]; gone: readonly string[]; isList: boolean }

const sayChange = (before: Condition, after: Condition, values: Values): string => {
  if (isGroup(before) || isGroup(after) || before.operator !== after.operator) return 'Condition changed'
  if (isOfShare(before) || isOfShare(after)) return 'Share changed'
  if (isOfSegments(before) || isOfSegments(after)) return sayValues('Segment', values)
  if (Boolean(before.ignoreCase) === Boolean(after.ignoreCase)) return sayValues('Value', values)
  if (values.come.length + values.gone.length > 0) return 'Condition changed'
  return after.ignoreCase ? 'Ignores upper and lower case' : 'Tells upper and lower case apart'
}

const maxNamed = 3

const sayValues = (noun: string, { come, gone, isList }: Values): string => {
  if (!isList) return `${noun} from ${gone.map(isolate).join()} to ${come.map(isolate).join()}`
  const name = (values: readonly string[]) =>
    values.length > maxNamed ? `${values.length} values` : sayList(values.map(isolate))
  if (come.length > 0 && gone.length > 0) return `Added ${name(come)}, removed ${name(gone)}`
  if (come.length > 0) return `Added ${name(come)}`
  // The values are the same, in another order or notation.
  return gone.length > 0 ? `Removed ${name(gone)}` : 'Values in another order'
}
