import type { z } from 'zod'

/** Refuses an update without any field to change: it is a mistake, not a success. */
export const someField = <Schema extends z.ZodType<object>>(schema: Schema): Schema =>
  schema
    .refine((fields) => Object.keys(fields as object).length > 0, 'must name at least one field to change')
    .meta({ override: { minProperties: 1 } }) as Schema
