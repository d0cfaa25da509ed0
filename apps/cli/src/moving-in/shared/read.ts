import { parse } from '@bunting/contract'
import type { z } from 'zod'
import { Failure } from '../../core/failure.ts'

const most = 10

/** Parses unchecked input by a schema; ends the command with the list of problems if it does not match. */
export const readAs = <Schema extends z.ZodType>(schema: Schema, value: unknown, what: string): z.output<Schema> => {
  const read = parse(schema, value)
  if (read.ok) return read.value
  const problems = read.details.map(({ path, message }) => `${path} ${message}`.trim())
  const more = problems.length > most ? [`and ${problems.length - most} more`] : []
  throw new Failure('wrongUse', `${what} cannot be read.`, [...problems.slice(0, most), ...more])
}
