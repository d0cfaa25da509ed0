import { wrongUse } from '../failure.ts'
import type { FlagValue } from './flag-config.ts'

type FlagType = 'boolean' | 'string' | 'number'

/** A word as the value that a flag of this type answers with. */
export const parseValue = (type: FlagType, text: string): FlagValue => {
  if (type === 'string') return text
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  if (type === 'number' && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) return Number(text)
  return wrongUse(`"${text}" is not a ${type}.`)
}
