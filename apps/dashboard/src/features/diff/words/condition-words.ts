import { isolate } from '@bunting/contract/text'
import {
  type Condition,
  isGroup,
  isOfSegments,
  isOfShare,
  keysOf,
  partsOf,
  type SegmentCondition,
} from '@bunting/engine'
import { sayOperator } from './operator-words.ts'
import { sayShare } from './share-words.ts'
import { valuesOf } from './words.ts'

/** The words before the members of a group. */
export const groupWords = { all: 'all of', any: 'any of', none: 'none of' } as const

export const ignoringCase = 'ignoring case'

/** The words before the names of segments: `is in the segment`, `is in none of the segments`. */
export const saySegments = (condition: SegmentCondition): string => {
  const isNot = condition.operator === 'not_in_segment'
  if (keysOf(condition).length === 1) return isNot ? 'is not in the segment' : 'is in the segment'
  return isNot ? 'is in none of the segments' : 'is in one of the segments'
}

/** A condition in a sentence: `any of: country is NL; is in the segment beta`. Nested groups are in brackets. */
export const sayCondition = (condition: Condition): string => {
  if (isGroup(condition)) {
    const { name, members } = partsOf(condition)
    return `${groupWords[name]}: ${members.map(sayMember).join('; ')}`
  }
  if (isOfShare(condition)) {
    const { attribute } = condition
    return attribute === undefined ? sayShare(condition) : `${isolate(attribute)} ${sayShare(condition)}`
  }
  const values = valuesOf(condition).map(isolate).join(', ')
  if (isOfSegments(condition)) return `${saySegments(condition)} ${values}`
  const { attribute, operator, ignoreCase } = condition
  return [isolate(attribute), sayOperator(operator), values, ignoreCase ? ignoringCase : '']
    .filter((part) => part !== '')
    .join(' ')
}

const sayMember = (member: Condition): string => (isGroup(member) ? `(${sayCondition(member)})` : sayCondition(member))
