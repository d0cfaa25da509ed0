import type { FlagConfig, FlagValue } from '@bunting/engine'

/** Returns all values that a config can evaluate to. */
export const valuesOf = ({ defaultValue, rules, variants = [] }: FlagConfig): FlagValue[] => [
  defaultValue,
  ...rules.flatMap(({ value }) => (value === undefined ? [] : [value])),
  ...variants.map(({ value }) => value),
]
