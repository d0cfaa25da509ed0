import { z } from 'zod'
import { limits } from '../limits.ts'
import { nearest } from '../near.ts'

/** A request body: an unknown field is an error, and says which known one is near. */
export const body = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? (issue.keys as string[]).map((key) => unknownField(key, Object.keys(shape))).join('\n')
        : undefined,
  })

const unknownField = (key: string, known: string[]): string => {
  const near = nearest(key, known)
  return near === undefined ? 'is not a known field' : `is not a known field; did you mean "${near}"?`
}

export const name = z.string().max(limits.name).regex(/\S/, 'must not be empty')
export const description = z.string().max(limits.description)
export const slug = z
  .string()
  .max(limits.slug)
  .regex(/^[a-z0-9-]+$/, 'must be lower-case letters, digits and dashes')
export const color = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #15877A')
/** `…/flags/stale` and `…/flags/summaries` are lists: a flag of that name could not be read. */
const takenKeys = ['stale', 'summaries']

export const flagKey = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/,
    'must be 1 to 128 letters, digits, dots, dashes or underscores, and begin with a letter or digit',
  )
  .refine(
    (key) => !takenKeys.includes(key),
    `must not be ${takenKeys.join(' or ')}: there is something else at its address`,
  )

export const timestamp = z.string().meta({ format: 'date-time', example: '2026-01-31T12:00:00.000Z' })

export const id = (prefix: string) => z.string().meta({ example: `${prefix}_019a7d3e5c7b7f0e8a4d2b1c3e5f7a9b` })

export const syncWarning = z.string().meta({
  description: 'The change is saved, but the edge cache refresh failed: evaluations may be stale until it succeeds.',
})
