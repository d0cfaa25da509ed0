import { isolate } from '@bunting/contract/text'
import { type Condition, isGroup, type Rule } from '@bunting/engine'
import { count, percent, plural } from '../../format/number.ts'
import { sayValue } from '../../format/say-value.ts'
import { sayCondition } from '../diff/words/condition-words.ts'

/** A folded rule in one line: If country is one of NL, BE, for 25 %, give one-page. */
export const RuleSummary = ({ rule }: { rule: Rule }) => (
  <p className="rule-summary" dir="auto">
    {sayRule(rule)}
  </p>
)

const maxConditions = 3
const maxValues = 3

/** Only the first of many values, and the number of the others, so that the rest of the rule stays in view. */
const sayShort = (condition: Condition): string => {
  if (isGroup(condition) || !Array.isArray(condition.value)) return sayCondition(condition)
  const rest = condition.value.length - maxValues
  const shown = sayCondition({ ...condition, value: condition.value.slice(0, maxValues) } as Condition)
  return rest > 0 ? `${shown} and ${count(rest)} more` : shown
}

const sayRule = ({ conditions, conditionOperator, rolloutPercentage, distribution, value }: Rule): string => {
  const joint = conditionOperator === 'AND' ? ' and ' : ' or '
  const rest = conditions.length - maxConditions
  const texts = conditions.slice(0, maxConditions).map(sayShort).join(joint)
  return [
    conditions.length === 0
      ? 'For everyone'
      : `If ${texts}${rest > 0 ? `${joint}${plural(rest, 'more condition')}` : ''}`,
    ...(rolloutPercentage === undefined ? [] : [`for ${percent(rolloutPercentage)}`]),
    ...(distribution ? [`split over ${distribution.map(({ variant }) => isolate(variant)).join(', ')}`] : []),
    ...(value === undefined ? [] : [`give ${isolate(sayValue(value))}`]),
  ].join(', ')
}
