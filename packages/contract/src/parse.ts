import type { z } from 'zod'
import type { ErrorDetail } from './errors.ts'
import { nearest } from './near.ts'

export type Parsed<Output> = { ok: true; value: Output } | { ok: false; details: ErrorDetail[] }

/** Everything wrong with an input, each with its path, in words that say what to send instead. */
export const parse = <Schema extends z.ZodType>(schema: Schema, input: unknown): Parsed<z.output<Schema>> => {
  const parsed = schema.safeParse(input, { error: describe })
  return parsed.success
    ? { ok: true, value: parsed.data }
    : { ok: false, details: parsed.error.issues.flatMap(detailsOf) }
}

/** `['rules', 2, 'value']` reads `rules[2].value`. */
export const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`
    return text === '' ? String(part) : `${text}.${String(part)}`
  }, '')

const detailsOf = (issue: z.core.$ZodIssue): ErrorDetail[] =>
  issue.code === 'unrecognized_keys'
    ? issue.message
        .split('\n')
        .map((message, at) => ({ path: pathText([...issue.path, issue.keys[at] ?? '']), message }))
    : [{ path: pathText(issue.path), message: issue.message }]

const typeNames: Record<string, string> = { int: 'a whole number', object: 'an object', array: 'an array' }
const units: Record<string, string> = { string: 'characters', array: 'items' }

const describe = (issue: z.core.$ZodRawIssue): string | undefined => {
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return 'is required'
    return `must be ${typeNames[issue.expected] ?? issue.expected}`
  }
  if (issue.code === 'invalid_value') {
    if (issue.input === undefined) return 'is required'
    const near = typeof issue.input === 'string' ? nearest(issue.input, issue.values.map(String)) : undefined
    return `must be one of ${issue.values.join(', ')}${near === undefined ? '' : `; did you mean "${near}"?`}`
  }
  if (issue.code === 'too_big') {
    const unit = units[issue.origin]
    return unit ? `must have at most ${issue.maximum} ${unit}` : `must be at most ${issue.maximum}`
  }
  if (issue.code === 'too_small') {
    const unit = units[issue.origin]
    if (unit) return `must have at least ${issue.minimum} ${unit}`
    return issue.inclusive ? `must be at least ${issue.minimum}` : `must be more than ${issue.minimum}`
  }
  return undefined
}
