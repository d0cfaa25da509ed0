import { isolate } from '@bunting/contract/text'
import type { FlagValue, Prerequisite } from '@bunting/engine'
import { sayValue } from '../../../format/say-value.ts'

/** `true`, `a or b`, `a, b or c`. */
export const sayAnyOf = (values: readonly FlagValue[]): string => {
  const texts = values.map((value) => isolate(sayValue(value)))
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}`
}

/** `Needs new-checkout to answer true`. */
export const sayPrerequisite = ({ flagKey, values }: Prerequisite): string =>
  `Needs ${flagKey} to answer ${sayAnyOf(values)}`
