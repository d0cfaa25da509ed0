import { z } from 'zod'

const known = z.registry<{ file: true }>()

/** An answer that is a file: a handler gives it piece by piece, and so does the client. */
export const file = (description: string) =>
  z
    .custom<AsyncIterable<Uint8Array>>()
    .meta({ description, override: { type: 'string', format: 'binary' } })
    // Last: whatever follows would be another schema.
    .register(known, { file: true })

export const isFile = (schema: z.ZodType): boolean => known.has(schema)
