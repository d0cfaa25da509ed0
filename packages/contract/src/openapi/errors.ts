import { z } from 'zod'
import { type ErrorCode, errorTable } from '../errors.ts'
import { headersOf } from './headers.ts'

const errorSchema = z
  .object({
    error: z.object({
      code: z.enum(Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]]),
      message: z.string(),
      details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    }),
  })
  .meta({ id: 'Error' })

/** The responses of a document for these errors, by status. */
export const errorAnswers = (codes: readonly ErrorCode[]) => {
  const byStatus = Map.groupBy(codes, (code) => errorTable[code].status)
  return [...byStatus].map(([status, codes]) => [String(status), errorAnswer(...codes)] as const)
}

/** The response for errors of one status. */
export const errorAnswer = (...codes: ErrorCode[]) => ({
  description: codes.map((code) => `\`${code}\`: ${errorTable[code].when}.`).join('\n\n'),
  ...headersOf(errorTable[codes[0] as ErrorCode].status),
  content: { 'application/json': { schema: errorSchema } },
})
