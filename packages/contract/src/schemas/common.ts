import { readIsoInstant } from '@bunting/engine'
import { z } from 'zod'
import { hiddenProblem } from '../hidden-characters.ts'
import { limits } from '../limits.ts'

/** A request body that refuses unknown fields. The error message lists the known ones, so that `parse` can suggest one. */
export const body = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? Object.keys(shape).join('\n') : undefined),
  })

/** A list with a maximum length, which is checked before any item: a list of a hundred thousand is one problem. */
export const list = <Item extends z.ZodType>(item: Item, max: number, min = 0) => {
  const counted = (value: unknown, ctx: z.RefinementCtx): unknown => {
    if (Array.isArray(value) && value.length > max) {
      ctx.addIssue({ code: 'too_big', origin: 'array', maximum: max, inclusive: true, input: value })
    }
    return value
  }
  const items = z.array(item).min(min).max(max)
  return z.preprocess(counted, items) as unknown as z.ZodType<z.output<typeof items>, z.input<typeof items>>
}

/**
 * An optional list in a request, for which absent differs from empty. Null counts as absent: generated clients send an empty
 * list for each optional list that is not nullable.
 */
export const maybeList = <Output, Input>(items: z.ZodType<Output, Input>) =>
  z.preprocess((value) => value ?? undefined, items.nullish()).optional() as unknown as z.ZodOptional<
    z.ZodType<Output, Input | null>
  >

const visible = (text: z.ZodString, lines: 'one line' | 'lines') =>
  text.check((check) => {
    const message = hiddenProblem(check.value, lines)
    if (message !== undefined) check.issues.push({ code: 'custom', input: check.value, message })
  })

/** A text of one line that is shown to people: it contains no hidden or direction-changing characters. */
export const line = (max: number) => visible(z.string().max(max), 'one line')
export const lines = (max: number) => visible(z.string().max(max), 'lines')

export const name = line(limits.name)
  .regex(/\S/, 'must not be empty')
  .meta({ override: { minLength: 1 } })
export const description = lines(limits.description)
/** The repository that manages a flag or a segment; `bunting apply` sets it. */
export const managedBy = line(limits.managedBy)
  .regex(/\S/, 'must not be empty')
  .meta({
    description:
      'Where it is managed, such as `git:acme/shop`: `bunting apply` sets it. There where it is managed elsewhere.',
    override: { minLength: 1 },
  })
/** The author's reason for a change. */
export const comment = lines(limits.comment)
  .regex(/\S/, 'must not be empty')
  .meta({ description: 'Why: kept in the history and in the audit log.', override: { minLength: 1 } })
export const slug = z
  .string()
  .max(limits.slug)
  .regex(/^[a-z0-9-]+$/, 'must be lower-case letters, digits and dashes')
  .meta({ override: { minLength: 1 } })
export const color = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #15877A')

export const segmentKey = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/,
    'must be 1 to 128 letters, digits, dots, dashes or underscores, and begin with a letter or digit',
  )

/** Keys that no flag may have: `…/flags/stale` and `…/flags/summaries` are other endpoints. */
const takenKeys = ['stale', 'summaries']

export const flagKey = segmentKey.refine(
  (key) => !takenKeys.includes(key),
  `must not be ${takenKeys.join(' or ')}: there is something else at its address`,
)

/** A number of things. */
export const count = z.int().min(0)

/** The number of a config's version, from 1. */
export const versionNumber = z.int().min(1)

/** A boolean in a query, where everything is a text. */
export const queryBoolean = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .meta({
    override: ({ jsonSchema }) => {
      jsonSchema.type = 'boolean'
      delete jsonSchema.enum
    },
  })

/** In a request. */
export const instant = z
  .string()
  .refine(
    (text) => text.includes('T') && readIsoInstant(text) !== undefined,
    'must be an instant such as 2026-01-31T12:00:00Z',
  )
  .meta({ format: 'date-time', example: '2026-01-31T12:00:00.000Z' })

export const wholeBetween = (least: number, most: number) => {
  const message = `must be a whole number from ${least} to ${most}`
  return z.int(message).min(least, message).max(most, message)
}

export const timestamp = z.string().meta({ format: 'date-time', example: '2026-01-31T12:00:00.000Z' })

export const id = (prefix: string) => z.string().meta({ example: `${prefix}_019a7d3e5c7b7f0e8a4d2b1c3e5f7a9b` })

export const syncWarning = z.string().meta({
  description: 'The change is saved, but the edge cache refresh failed: evaluations may be stale until it succeeds.',
})
