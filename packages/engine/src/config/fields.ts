/** For looking into what nobody has checked yet: parts of a wrong shape are passed over. */
export type Fields = Record<string, unknown>

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {}

export const listOf = (value: unknown, max: number): Fields[] =>
  Array.isArray(value) && value.length <= max ? value.map(fieldsOf) : []
