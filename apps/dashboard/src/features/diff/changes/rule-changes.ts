import { isolate } from '@bunting/contract/text'
import type { Rule } from '@bunting/engine'
import { percent, plural } from '../../../format/number.ts'
import { same } from '../../../format/same.ts'
import { sayValue } from '../../../format/say-value.ts'
import { isSummedAnew, movedByDraw, movedBySplit, sayOfHundred } from '../moved.ts'
import { nameKind } from '../words/share-words.ts'
import { nameRule } from '../words/words.ts'
import type { Change, Side } from './change.ts'
import { conditionChanges } from './condition-changes.ts'
import type { RulePair } from './pair-rules.ts'
import { valueChange } from './value-change.ts'

/** Compares one aspect of two rules; undefined if they agree. */
type Compare = (before: Rule, after: Rule) => (Omit<Change, 'key' | 'where'> & { part: string }) | undefined

const text = (words: string): Side => ({ kind: 'text', text: words })

const named: Compare = (before, after) =>
  before.name === after.name
    ? undefined
    : {
        part: 'name',
        what: after.name === '' ? 'Name taken off' : 'Renamed',
        before: before.name === '' ? { kind: 'nothing', text: 'No name' } : text(before.name),
        after: after.name === '' ? { kind: 'nothing', text: 'No name' } : text(after.name),
      }

const onOff = (on: boolean): Side => text(on ? 'On' : 'Off')

const toggled: Compare = (before, after) =>
  before.enabled === after.enabled
    ? undefined
    : {
        part: 'enabled',
        what: after.enabled ? 'Turned on' : 'Turned off',
        before: onOff(before.enabled),
        after: onOff(after.enabled),
      }

const matches = { AND: 'All conditions must hold', OR: 'Any one condition is enough' }

const joined: Compare = (before, after) =>
  before.conditionOperator === after.conditionOperator ||
  Math.max(before.conditions.length, after.conditions.length) < 2
    ? undefined
    : {
        part: 'match',
        what: matches[after.conditionOperator],
        before: text(before.conditionOperator === 'AND' ? 'All of them' : 'Any of them'),
        after: text(after.conditionOperator === 'AND' ? 'All of them' : 'Any of them'),
      }

const drawnBy = ({ bucketBy }: Rule): string => bucketBy ?? 'the user'
const drawnAs = ({ hash }: Rule): string => (hash ? nameKind(hash.kind) : 'Bunting')
const draws = ({ rolloutPercentage, distribution }: Rule): boolean =>
  rolloutPercentage !== undefined || distribution !== undefined

const drawn: Compare = (before, after) => {
  if (!draws(before) || !draws(after)) return undefined
  const many = sayOfHundred(movedByDraw(before, after))
  const why = `${many} who match change sides: some who are in it now leave, and others join.`
  if (before.bucketBy !== after.bucketBy) {
    const what = `Drawn by ${drawnBy(after)} instead of ${drawnBy(before)}`
    return { part: 'drawn', what, why, before: text(drawnBy(before)), after: text(drawnBy(after)) }
  }
  if (!same(before.hash, after.hash)) {
    const what = `Drawn as ${drawnAs(after)} does instead of ${drawnAs(before)}`
    return { part: 'drawn', what, why, before: text(drawnAs(before)), after: text(drawnAs(after)) }
  }
  // The hash of another service does not use the rule's id.
  if (before.id === after.id || after.hash) return undefined
  const id = (rule: Rule): Side => ({ kind: 'value', value: rule.id })
  return { part: 'drawn', what: 'Everybody is drawn again', why, before: id(before), after: id(after) }
}

const rolloutSide = ({ rolloutPercentage }: Rule): Side => ({
  kind: 'rollout',
  percentage: rolloutPercentage ?? 100,
  text: rolloutPercentage === undefined ? 'All' : percent(rolloutPercentage),
})

const rollout: Compare = (before, after) => {
  const [was, is] = [before.rolloutPercentage, after.rolloutPercentage]
  if (was === is) return undefined
  const say = (share: number | undefined) => (share === undefined ? 'all who match' : percent(share))
  const step = Math.round(((is ?? 100) - (was ?? 100)) * 1_000) / 1_000
  const moves = `${Math.abs(step)} ${step > 0 ? 'more' : 'fewer'} of every 100 people who match.`
  const isSameCrowd = same(before.conditions, after.conditions) && !joined(before, after) && !drawn(before, after)
  const stays = step > 0 && isSameCrowd ? ' Nobody in it now leaves.' : ''
  return {
    part: 'rollout',
    what: `Rollout from ${say(was)} to ${say(is)}`,
    ...(step === 0 ? {} : { why: `${moves}${stays}` }),
    before: rolloutSide(before),
    after: rolloutSide(after),
  }
}

const givesSide = ({ value, distribution }: Rule): Side => {
  if (distribution) return { kind: 'split', shares: distribution }
  return value === undefined ? { kind: 'nothing', text: 'Nothing' } : { kind: 'value', value }
}

const gives: Compare = (before, after) => {
  if (same(before.distribution, after.distribution) && (after.distribution || same(before.value, after.value))) {
    return undefined
  }
  const what = sayGives(before, after)
  if (before.distribution && after.distribution) {
    const why = drawn(before, after) ? undefined : sayMoved(before, after)
    return { part: 'gives', what, ...(why && { why }), before: givesSide(before), after: givesSide(after) }
  }
  if (before.value !== undefined && after.value !== undefined && !before.distribution && !after.distribution) {
    return { part: 'gives', ...valueChange(before.value, after.value, what) }
  }
  return { part: 'gives', what, before: givesSide(before), after: givesSide(after) }
}

const sayMoved = (before: Rule, after: Rule): string => {
  const many = `${sayOfHundred(movedBySplit(before, after))} in it get another variant.`
  return isSummedAnew(before, after)
    ? `${many} ${drawnAs(after)} draws by the sum of the weights: with another one everybody is drawn again.`
    : many
}

const sayGives = (before: Rule, after: Rule): string => {
  const was = before.value === undefined ? 'nothing' : isolate(sayValue(before.value))
  if (!after.distribution) {
    const is = after.value === undefined ? 'nothing' : isolate(sayValue(after.value))
    return before.distribution ? `Gives ${is} instead of a split` : `Gives ${is} instead of ${was}`
  }
  if (!before.distribution)
    return `Splits over ${plural(after.distribution.length, 'variant')} instead of giving ${was}`
  const isReordered = same(
    before.distribution.toSorted((one, other) => one.variant.localeCompare(other.variant)),
    after.distribution.toSorted((one, other) => one.variant.localeCompare(other.variant)),
  )
  return isReordered ? 'Split in another order' : 'Split changed'
}

/** The aspects, in the order in which a rule reads. */
const compares: readonly Compare[] = [named, toggled, joined, rollout, gives, drawn]

export const ruleKey = ({ id }: Rule): string => `rule.${id}`

/** The changes of one rule. */
export const ruleChanges = ({ before, after, moved }: RulePair): Change[] => {
  const key = ruleKey(after.rule)
  const where = nameRule(after.rule, after.index)
  const parts = compares.flatMap((compare) => {
    const { part, ...found } = compare(before.rule, after.rule) ?? {}
    return part === undefined ? [] : [{ key: `${key}.${part}`, where, ...found } as Change]
  })
  const conditions = conditionChanges(key, `Rule ${after.index + 1}`, before.rule, after.rule)
  return [...(moved ? [moveOf(key, where, before.index, after.index)] : []), ...parts, ...conditions]
}

const moveOf = (key: string, where: string, from: number, to: number): Change => ({
  key: `${key}.order`,
  where,
  what: `Moved ${to < from ? 'up' : 'down'} from ${from + 1} to ${to + 1}`,
  why: 'Rules are tried from the top; the first that matches answers.',
  before: text(`Rule ${from + 1}`),
  after: text(`Rule ${to + 1}`),
})
