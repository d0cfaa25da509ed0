import {
  type AttributeCondition,
  type Condition,
  findOperator,
  isGroup,
  isOfSegments,
  isOfShare,
  keysOf,
  partsOf,
  type SegmentCondition,
  type ShareCondition,
  segmentOperatorLabels,
} from '@bunting/engine'
import { valueText } from './value-text.ts'

export const groupWords: Record<ReturnType<typeof partsOf>['name'], string> = {
  all: 'all of',
  any: 'any of',
  none: 'none of',
}

/** One condition in words: `plan is "pro"`; `is in the segment beta`; `is between 0 % and 25 % of the layer checkout`. */
export const leafText = (condition: AttributeCondition | SegmentCondition | ShareCondition): string => {
  if (isOfShare(condition)) return shareText(condition)
  return isOfSegments(condition) ? membershipText(condition) : comparisonText(condition)
}

/** Only Bunting's own hash has layers: the salt of another service is made of that service's own parts. */
const shareText = ({ attribute, value: { from, to, salt, kind } }: ShareCondition): string => {
  const whose = kind === undefined || kind === 'bunting' ? `the layer ${valueText(salt)}` : `${kind} ${valueText(salt)}`
  return `${attribute === undefined ? '' : `${attribute} `}is between ${from} % and ${to} % of ${whose}`
}

const membershipText = (condition: SegmentCondition): string =>
  `${segmentOperatorLabels[condition.operator]} ${keysOf(condition).join(' or ')}`

/** One comparison in words. An operator that this version does not know is shown by its name. */
const comparisonText = ({ attribute, operator, value, ignoreCase }: AttributeCondition): string => {
  const words = [
    attribute,
    findOperator(operator)?.label ?? operator,
    ...(value === undefined ? [] : [valueText(value)]),
  ]
  return `${words.join(' ')}${ignoreCase ? ' in any case' : ''}`
}

/** A group in words: `any of: plan is "pro", is in the segment beta`. */
const conditionText = (condition: Condition): string => {
  if (!isGroup(condition)) return leafText(condition)
  const { name, members } = partsOf(condition)
  return `${groupWords[name]}: ${members.map(memberText).join(', ')}`
}

const memberText = (condition: Condition): string =>
  isGroup(condition) ? `(${conditionText(condition)})` : conditionText(condition)

/** Conditions in words, separated by commas whatever operator joins them. */
export const conditionListText = (conditions: readonly Condition[]): string =>
  conditions.length === 0 ? 'everyone' : conditions.map(memberText).join(', ')

/** Conditions in words: `country is "DE" AND (any of: plan is "pro", is in the segment beta)`. */
export const conditionsText = (conditions: readonly Condition[], conditionOperator: 'AND' | 'OR'): string => {
  const [only, ...others] = conditions
  if (only === undefined) return 'everyone'
  return others.length === 0 ? conditionText(only) : conditions.map(memberText).join(` ${conditionOperator} `)
}
