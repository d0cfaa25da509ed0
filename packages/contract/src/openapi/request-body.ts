import type { z } from 'zod'
import { limits } from '../limits.ts'

const sizeOf = (bytes: number): string => (bytes % 1024 ** 2 === 0 ? `${bytes / 1024 ** 2} MiB` : `${bytes / 1024} KiB`)

const { managementBodyBytes, bodyParts } = limits
const ofLargeOnes = `One larger than ${sizeOf(managementBodyBytes)} has at most ${bodyParts.toLocaleString('en')} objects, arrays and fields together.`

/** A body for the document, with the limits that a schema cannot express. */
export const requestBodyOf = (schema: z.ZodType, { maxBytes, required }: { maxBytes: number; required: boolean }) => ({
  description: [`At most ${sizeOf(maxBytes)}.`, ...(maxBytes > managementBodyBytes ? [ofLargeOnes] : [])].join(' '),
  required,
  content: { 'application/json': { schema } },
})
