import { parse } from '@bunting/contract'
import type { z } from 'zod'
import { Failure } from '../../core/failure.ts'

const most = 10

/** What a snapshot has, if it is of the right form; else a `Failure` that says what is wrong, and where. */
export const readWith = <Schema extends z.ZodType>(schema: Schema, input: unknown, what: string): z.output<Schema> => {
  const read = parse(schema, input)
  if (read.ok) return read.value
  const problems = read.details.map(({ path, message }) => `${path} ${message}`.trim())
  const more = problems.length > most ? [`and ${problems.length - most} more`] : []
  throw new Failure('wrongUse', `${what} cannot be read.`, [...problems.slice(0, most), ...more])
}
