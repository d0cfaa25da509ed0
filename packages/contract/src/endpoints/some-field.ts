import type { z } from 'zod'

/** Refuses an update without any field to change, a comment aside: it is a mistake, not a success. */
export const someField = <Schema extends z.ZodType<object>>(schema: Schema): Schema =>
  schema
    .refine(
      (fields) => Object.keys(fields as object).some((name) => name !== 'comment'),
      'must name at least one field to change',
    )
    .meta({ override: { minProperties: 1 } }) as Schema
