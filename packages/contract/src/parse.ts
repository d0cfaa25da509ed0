import type { z } from 'zod'
import type { ErrorDetail } from './errors.ts'
import { limits } from './limits.ts'
import { nearest } from './near.ts'

export type Parsed<Output> = { ok: true; value: Output } | { ok: false; details: ErrorDetail[] }

/** Parses an input. Its problems, up to a limit, each have a path and say what to send instead. */
export const parse = <Schema extends z.ZodType>(schema: Schema, input: unknown): Parsed<z.output<Schema>> => {
  const suggest = suggester()
  const parsed = schema.safeParse(input, { error: (issue) => describe(issue, suggest) })
  if (parsed.success) return { ok: true, value: parsed.data }
  const details: ErrorDetail[] = []
  for (const detail of detailsOf(parsed.error.issues, suggest)) if (details.push(detail) > limits.details) break
  return { ok: false, details }
}

type Suggest = (name: string, known: readonly string[]) => string

/** Suggests for the first few unknown names only: a body full of them would take seconds. */
const suggester = (): Suggest => {
  let left: number = limits.suggestions
  return (name, known) => {
    const near = left-- > 0 ? nearest(name, known) : undefined
    return near === undefined ? '' : `; did you mean "${near}"?`
  }
}

/** Writes the path `['rules', 2, 'value']` as `rules[2].value`. */
export const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`
    return text === '' ? String(part) : `${text}.${String(part)}`
  }, '')

function* detailsOf(issues: readonly z.core.$ZodIssue[], suggest: Suggest): Generator<ErrorDetail> {
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') yield { path: pathText(issue.path), message: issue.message }
    else {
      const known = issue.message.split('\n')
      for (const key of issue.keys) {
        yield { path: pathText([...issue.path, key]), message: `is not a known field${suggest(key, known)}` }
      }
    }
  }
}

const typeNames: Record<string, string> = { int: 'a whole number', object: 'an object', array: 'an array' }
const units: Record<string, string> = { string: 'characters', array: 'items' }

const describe = (issue: z.core.$ZodRawIssue, suggest: Suggest): string | undefined => {
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return 'is required'
    return `must be ${typeNames[issue.expected] ?? issue.expected}`
  }
  if (issue.code === 'invalid_value') {
    if (issue.input === undefined) return 'is required'
    const near = typeof issue.input === 'string' ? suggest(issue.input, issue.values.map(String)) : ''
    return `must be one of ${issue.values.join(', ')}${near}`
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
