import type { Scalar } from '../types.ts'
import type { Counted } from './tally.ts'

const maxCharacters = 200

/** The value that usage shows for an answer. For an object it is the variant's key, else the beginning of its JSON text. */
export const countedValue = ({ value, variant }: Counted): { value: Scalar | null; variant?: string | undefined } =>
  typeof value === 'object' && value ? { value: variant ?? textOf(value), variant } : { value }

const textOf = (value: object): string => {
  const text = JSON.stringify(value).slice(0, maxCharacters)
  // Half of a surrogate pair is not valid text.
  return text.replace(/[\ud800-\udbff]$/, '')
}
