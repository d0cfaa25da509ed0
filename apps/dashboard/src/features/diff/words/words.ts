import { isolate } from '@bunting/contract/text'
import type { AttributeCondition, FlagValue, Rule, SegmentCondition } from '@bunting/engine'
import { sayValue } from '../../../format/say-value.ts'

/** `Rule 2, Pilot countries`. */
export const nameRule = ({ name }: Rule, index: number): string =>
  name === '' ? `Rule ${index + 1}` : `Rule ${index + 1}, ${isolate(name)}`

/** The values of a condition, or the segments it names, as texts; none for operators without a value. */
export const valuesOf = ({ value }: AttributeCondition | SegmentCondition): readonly string[] =>
  value === undefined ? [] : [value].flat().map((one) => sayValue(one as FlagValue))

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
export const small = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

type Said = { where: string; what: string }

/** All changes on one line: `Rule 3, Tablet trial: turned off, and 1 more change`. */
export const sayChanges = ([first, ...others]: readonly Said[]): string => {
  if (!first) return 'The same as before'
  const sentence = first.where === theFlag ? first.what : `${first.where}: ${small(first.what)}`
  if (others.length === 0) return sentence
  return `${sentence}, and ${others.length} more ${others.length === 1 ? 'change' : 'changes'}`
}

export const theFlag = 'The flag'
