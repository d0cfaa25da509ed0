import type { FlagConfig, FlagValue } from '@bunting/engine'

/** Every value that a config may answer with. */
export const valuesOf = ({ defaultValue, rules, variants = [] }: FlagConfig): FlagValue[] => [
  defaultValue,
  ...rules.flatMap(({ value }) => (value === undefined ? [] : [value])),
  ...variants.map(({ value }) => value),
]
