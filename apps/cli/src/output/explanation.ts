import { groupWords, leafText, valueText } from '@bunting/contract/text'
import {
  type ConditionExplanation,
  type HashExplanation,
  isGroup,
  partsOf,
  type RuleExplanation,
  type SegmentExplanation,
} from '@bunting/engine'
import type { Output } from './output.ts'
import { dim, green, type Rich, red, rich, yellow } from './rich.ts'

type Because = SegmentExplanation['because']
type Reason = { in: boolean; because: Because; ruleId?: string | undefined }

const outcomes: Record<RuleExplanation['outcome'], { sign: Rich; words: string }> = {
  matched: { sign: green('✓'), words: 'matched' },
  not_matched: { sign: red('✗'), words: 'not matched' },
  outside_rollout: { sign: yellow('○'), words: 'outside the rollout' },
  disabled: { sign: dim('–'), words: 'the rule is off' },
  not_reached: { sign: dim('·'), words: 'not reached' },
}

export const signOf = (matched: boolean): Rich => (matched ? green('✓') : red('✗'))

const because: Record<Because, string> = {
  included: 'included by its id',
  excluded: 'excluded by its id',
  rule: 'by its rule',
  none: 'in none of its lists, and no rule holds',
}

/** Why a context is in a segment, or not. */
export const becauseText = (reason: Reason): string =>
  reason.because === 'rule' && reason.ruleId !== undefined ? `by its rule ${reason.ruleId}` : because[reason.because]

type Rule = Pick<RuleExplanation, 'id' | 'name' | 'outcome' | 'bucket' | 'threshold' | 'hash'> & {
  conditions?: readonly ConditionExplanation[] | undefined
}

/** Prints the explanation rule by rule, and condition by condition. */
export const printRules = (out: Output, rules: readonly Rule[]): void => {
  for (const [at, rule] of rules.entries()) {
    const name = rule.name === '' ? rule.id : rule.name
    out.print(rich`${outcomes[rule.outcome].sign} ${at + 1} ${name}: ${whyText(rule)}`)
    for (const condition of rule.conditions ?? []) printCondition(out, condition, '    ')
  }
}

const printCondition = (out: Output, condition: ConditionExplanation, indent: string): void => {
  const sign = signOf(condition.matched)
  if (isGroup(condition)) {
    const { name, members } = partsOf(condition)
    out.print(rich`${indent}${sign} ${groupWords[name]}`)
    for (const member of members as readonly ConditionExplanation[]) printCondition(out, member, `${indent}    `)
    return
  }
  out.print(rich`${indent}${sign} ${leafText(condition)}  ${dim(actualText(condition))}`)
}

type Leaf = Exclude<ConditionExplanation, { all: unknown } | { any: unknown } | { none: unknown }>

const actualText = (condition: Leaf): string => {
  if ('segments' in condition) {
    return condition.segments.map((segment) => `${segment.key}: ${becauseText(segment)}`).join('; ')
  }
  if (!('actual' in condition)) return condition.hash ? hashText(condition.hash) : 'has no unit'
  return condition.actual === null ? 'is not set' : `is ${valueText(condition.actual)}`
}

/** The bucket and the limit as percentages, since people configure percentages. */
const hashText = ({ kind, value, of, limit }: HashExplanation): string =>
  `${kind} draws ${percentOf(value, of)}, ${value < limit ? 'below' : 'not below'} ${percentOf(limit, of)}`

const percentOf = (part: number, whole: number): string => `${Number(((100 * part) / whole).toFixed(3))} %`

const whyText = ({ outcome, bucket, threshold, hash }: Rule): string => {
  const { words } = outcomes[outcome]
  if (hash) return `${words}, ${hashText(hash)}`
  if (bucket === undefined) return words
  if (threshold === undefined) return `${words}, bucket ${bucket} of 100000`
  return `${words}, bucket ${bucket} is ${bucket < threshold ? 'below' : 'not below'} ${threshold} (${threshold / 1_000} %)`
}
