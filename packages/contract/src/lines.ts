import { z } from 'zod'

const known = z.registry<{ lines: true }>()

/** An answer of lines, each a JSON object: a handler gives them one by one, and so does the client. */
export const lines = (description: string) =>
  z
    .custom<AsyncIterable<string>>()
    .meta({ description, override: { type: 'string' } })
    // Last: whatever follows would be another schema.
    .register(known, { lines: true })

export const isLines = (schema: z.ZodType): boolean => known.has(schema)
