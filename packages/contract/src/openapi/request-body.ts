import type { z } from 'zod'
import { limits } from '../limits.ts'

const sizeOf = (bytes: number): string => (bytes % 1024 ** 2 === 0 ? `${bytes / 1024 ** 2} MiB` : `${bytes / 1024} KiB`)

const { managementBodyBytes } = limits
const ofLargeOnes = (maxParts: number): string =>
  `One larger than ${sizeOf(managementBodyBytes)} has at most ${maxParts.toLocaleString('en')} objects, arrays and fields together, and ${limits.bodyValues.toLocaleString('en')} values.`

type Bounds = { maxBytes: number; maxParts?: number | undefined; required: boolean }

/** A body for the document, with the limits that a schema cannot express. */
export const requestBodyOf = (schema: z.ZodType, { maxBytes, maxParts = limits.bodyParts, required }: Bounds) => ({
  description: [
    `At most ${sizeOf(maxBytes)}.`,
    ...(maxBytes > managementBodyBytes ? [ofLargeOnes(maxParts)] : []),
  ].join(' '),
  required,
  content: { 'application/json': { schema } },
})
