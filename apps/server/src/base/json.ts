/** Parses a text from outside; undefined if it is not JSON. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Tells whether a value is an id as Bunting makes them. Ids are used as file names, and in responses without escaping. */
export const isId = (value: unknown, prefix: string): boolean =>
  typeof value === 'string' && value.startsWith(`${prefix}_`) && /^[0-9a-z]{1,64}$/.test(value.slice(prefix.length + 1))

/** Parses a count as Bunting writes it, which is far below the largest safe integer. */
export const countIn = (text: unknown): number | undefined =>
  typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : undefined
