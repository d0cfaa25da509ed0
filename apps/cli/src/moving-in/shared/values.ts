import type { FlagType, FlagValue } from '@bunting/engine'

/** What a value of a source would be a flag of; undefined for null, which Bunting answers nowhere. */
export const typeOf = (value: unknown): FlagType | undefined => {
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'string') return 'string'
  if (typeof value === 'number') return 'number'
  return typeof value === 'object' && value !== null ? 'json' : undefined
}

/** What stands where a source says nothing, or leaves the answer to the code that asks. */
export const emptyValues: { readonly [Type in FlagType]: FlagValue } = {
  boolean: false,
  string: '',
  number: 0,
  json: {},
}

/** The value, where it is one of this type. */
export const valueOr = (value: unknown, type: FlagType): FlagValue =>
  typeOf(value) === type ? (value as FlagValue) : emptyValues[type]
