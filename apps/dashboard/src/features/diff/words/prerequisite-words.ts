import { isolate } from '@bunting/contract/text'
import type { FlagValue, Prerequisite } from '@bunting/engine'
import { sayValue } from '../../../format/say-value.ts'

/** `true`, `a or b`, `a, b or c`. */
export const sayAnyOf = (values: readonly FlagValue[]): string => {
  const said = values.map((value) => isolate(sayValue(value)))
  return said.length < 2 ? said.join('') : `${said.slice(0, -1).join(', ')} or ${said.at(-1)}`
}

/** `Needs new-checkout to answer true`. */
export const sayPrerequisite = ({ flagKey, values }: Prerequisite): string =>
  `Needs ${flagKey} to answer ${sayAnyOf(values)}`
