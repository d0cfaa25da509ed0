import { z } from 'zod'

const known = z.registry<{ lines: true }>()

/** A response of lines, each a JSON object. Both the handler and the client yield them one by one. */
export const lines = (description: string) =>
  z
    .custom<AsyncIterable<string>>()
    .meta({ description, override: { type: 'string' } })
    // Last: whatever follows would be another schema.
    .register(known, { lines: true })

export const isLines = (schema: z.ZodType): boolean => known.has(schema)
