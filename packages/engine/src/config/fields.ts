/** Unchecked input. Parts of a wrong shape are skipped. */
export type Fields = Record<string, unknown>

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {}

export const listOf = (value: unknown, max: number): Fields[] =>
  Array.isArray(value) && value.length <= max ? value.map(fieldsOf) : []
