import type { Condition, Rule } from '@bunting/engine'
import { isolate } from '../format/isolate.ts'
import type { Change } from './change.ts'
import { same } from './same.ts'
import { sayList, valuesOf } from './words.ts'

type Placed = { condition: Condition; index: number }
type Pair = { before: Placed; after: Placed }

/** Conditions have no ids: the nearest likeness is the one that changed. */
const signs: readonly ((one: Condition, other: Condition) => boolean)[] = [
  same,
  (one, other) => one.attribute === other.attribute && one.operator === other.operator,
  (one, other) => one.attribute === other.attribute,
]

const place = (rule: Rule): Placed[] => rule.conditions.map((condition, index) => ({ condition, index }))

/** What differs between the conditions of a rule. Their order makes no difference to anybody. */
export const conditionChanges = (key: string, where: string, beforeRule: Rule, afterRule: Rule): Change[] => {
  let removed = place(beforeRule)
  let added = place(afterRule)
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
    key: `${key}.condition.${condition.attribute}.${condition.operator}`,
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

const whole = (condition: Condition) => ({ kind: 'condition', condition, changed: valuesOf(condition) }) as const

const changeOf = (before: Condition, after: Condition): Pick<Change, 'what' | 'before' | 'after'> => {
  const had = new Set(valuesOf(before))
  const has = new Set(valuesOf(after))
  const gone = [...had].filter((value) => !has.has(value))
  const come = [...has].filter((value) => !had.has(value))
  return {
    what: before.operator === after.operator ? sayValues(come, gone, has.size + had.size > 2) : 'Condition changed',
    before: { kind: 'condition', condition: before, changed: gone },
    after: { kind: 'condition', condition: after, changed: come },
  }
}

const maxNamed = 3

const sayValues = (come: readonly string[], gone: readonly string[], isList: boolean): string => {
  if (!isList) return `Value from ${gone.map(isolate).join()} to ${come.map(isolate).join()}`
  const name = (values: readonly string[]) =>
    values.length > maxNamed ? `${values.length} values` : sayList(values.map(isolate))
  if (come.length > 0 && gone.length > 0) return `Added ${name(come)}, removed ${name(gone)}`
  if (come.length > 0) return `Added ${name(come)}`
  // The same values in another order, or written another way.
  return gone.length > 0 ? `Removed ${name(gone)}` : 'Values in another order'
}
