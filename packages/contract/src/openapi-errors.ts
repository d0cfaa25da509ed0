import { z } from 'zod'
import { type ErrorCode, errorTable } from './errors.ts'

const errorSchema = z
  .object({
    error: z.object({
      code: z.enum(Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]]),
      message: z.string(),
      details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    }),
  })
  .meta({ id: 'Error' })

/** The answers of a document for these errors, by status. */
export const errorAnswers = (codes: readonly ErrorCode[]) => {
  const byStatus = Map.groupBy(codes, (code) => errorTable[code].status)
  return [...byStatus].map(([status, codes]) => [
    String(status),
    {
      description: codes.map((code) => `\`${code}\`: ${errorTable[code].when}.`).join('\n\n'),
      content: { 'application/json': { schema: errorSchema } },
    },
  ])
}
