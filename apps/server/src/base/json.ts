/** Parses a text from outside; undefined where it is no JSON. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether it is an id as Bunting makes them: it names files and stands in answers as it is. */
export const isId = (value: unknown, prefix: string): boolean =>
  typeof value === 'string' && value.startsWith(`${prefix}_`) && /^[0-9a-z]{1,64}$/.test(value.slice(prefix.length + 1))

/** A count as Bunting writes it, far below where whole numbers lose their last digits. */
export const countIn = (text: unknown): number | undefined =>
  typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : undefined
