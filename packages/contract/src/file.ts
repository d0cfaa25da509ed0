import { z } from 'zod'

const known = z.registry<{ file: true }>()

/** A response that is a file. Both the handler and the client yield it in chunks. */
export const file = (description: string) =>
  z
    .custom<AsyncIterable<Uint8Array>>()
    .meta({ description, override: { type: 'string', format: 'binary' } })
    // Last: whatever follows would be another schema.
    .register(known, { file: true })

export const isFile = (schema: z.ZodType): boolean => known.has(schema)
