import type { FlagType, FlagValue } from '@bunting/engine'

/** The flag type of a source's value; undefined for null, which Bunting never answers. */
export const typeOf = (value: unknown): FlagType | undefined => {
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'string') return 'string'
  if (typeof value === 'number') return 'number'
  return typeof value === 'object' && value !== null ? 'json' : undefined
}

/** The values for a source that has none, or that leaves the answer to the code that asks. */
export const emptyValues: { readonly [Type in FlagType]: FlagValue } = {
  boolean: false,
  string: '',
  number: 0,
  json: {},
}

/** The value if it is of this type, else the empty one. */
export const valueOr = (value: unknown, type: FlagType): FlagValue =>
  typeOf(value) === type ? (value as FlagValue) : emptyValues[type]
