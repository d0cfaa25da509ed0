import { isolate } from '@bunting/contract/text'
import type {
  ConditionExplanation,
  EvaluationResult,
  Explanation,
  FlagConfig,
  PrerequisiteExplanation,
  Rule,
} from '@bunting/engine'
import { findOperator } from '@bunting/engine'
import { percent } from '../../format/number.ts'
import { same } from '../../format/same.ts'
import { sayValue } from '../../format/say-value.ts'
import { saySegments } from '../diff/words/condition-words.ts'
import { nameRule } from '../diff/words/words.ts'

/** The words for an operator that does not hold: `is one of` becomes `is not one of`, `ends with` `does not end with`. */
export const negate = (label: string): string => {
  if (label === 'is none of') return 'is one of'
  if (/^is not\b/.test(label)) return label.replace('is not', 'is')
  if (/^is\b/.test(label)) return label.replace('is', 'is not')
  if (label.startsWith('does not ')) return label.replace(/^does not (\w+)/, '$1s')
  return label.replace(/^(\w+?)(e?s)\b/, (_, verb: string, ending: string) =>
    ending === 'es' && /(ch|sh|ss|x)$/.test(verb)
      ? `does not ${verb}`
      : `does not ${verb}${ending === 'es' ? 'e' : ''}`,
  )
}

type Comparison = Extract<ConditionExplanation, { attribute: string }>

/** The words between the attribute's value and the value it was compared with. */
export const sayCompared = ({ operator, actual, matched }: Comparison): string => {
  const known = findOperator(operator)
  const label = known?.label ?? operator
  if (!Array.isArray(actual) || known?.takes === 'none') return matched ? label : negate(label)
  // For a list, a negation holds if its positive form holds for no element.
  const isNegation = operator.startsWith('not_')
  return `${matched === isNegation ? 'none' : 'one'} of them ${isNegation ? negate(label) : label}`
}

type Membership = Extract<ConditionExplanation, { segments: unknown }>

/** The membership as it turned out: `is in the segment`. */
export const saySegmentsOf = ({ operator, value, matched }: Membership): string =>
  saySegments({ operator: matched === (operator === 'in_segment') ? 'in_segment' : 'not_in_segment', value })

/** The reason why the context is in a segment or not. */
export const sayBecause = ({ because, ruleId = '' }: Membership['segments'][number]): string =>
  ({
    included: 'on its list of who is in',
    excluded: 'on its list of who is out',
    rule: `by its rule ${isolate(ruleId)}`,
    none: 'neither on a list of it nor by a rule',
  })[because]

/** The answer of a prerequisite, as the rest of a sentence that begins with `it`. */
export const sayParent = ({ actual, reason }: PrerequisiteExplanation, environment: string): string => {
  if (reason === 'FLAG_NOT_FOUND') return `has no version in ${isolate(environment)}`
  if (reason === 'DISABLED') return 'is off'
  if (reason === 'ERROR' || actual === null) return 'cannot be evaluated'
  return `answers ${isolate(sayValue(actual))}`
}

/** The reason for the answer, as a sentence. */
export const sayWhy = (
  config: FlagConfig | null,
  { result, prerequisites }: Explanation,
  environment: string,
): string => {
  const unmet = prerequisites?.find(({ flagKey }) => flagKey === result.prerequisite)
  const at = config?.rules.findIndex(({ id }) => id === result.ruleId) ?? -1
  const rule = config?.rules[at]
  switch (result.reason) {
    case 'FLAG_NOT_FOUND':
      return `Nothing is saved in ${isolate(environment)}: apps there get nothing for this flag.`
    case 'ERROR':
      return 'It cannot be evaluated as it is.'
    case 'DISABLED':
      if (unmet) return `Off because ${unmet.flagKey} ${sayParent(unmet, environment)}, so it is the default.`
      return `It is off in ${isolate(environment)}, so everyone gets the default.`
    case 'DEFAULT':
      return config?.rules.length === 0
        ? 'There are no rules: everyone gets the default.'
        : 'No rule matched, so it is the default.'
    default:
      return rule ? `${nameRule(rule, at)}${rule.name === '' ? '' : ','} matched${sayRollout(rule, result)}.` : ''
  }
}

const sayRollout = ({ rolloutPercentage, distribution }: Rule, { variant }: EvaluationResult): string => {
  const inside = rolloutPercentage === undefined ? '' : ` and this one is in its ${percent(rolloutPercentage)}`
  return distribution ? `${inside}; the split gives ${variant}` : inside
}

/** The live version's answer, if it differs: `Version 7 gives classic`. */
export const sayOther = (now: EvaluationResult, live: EvaluationResult, version: number): string =>
  same(now.value, live.value)
    ? ''
    : ` Version ${version} gives ${live.value === null ? 'nothing' : sayValue(live.value)}.`
