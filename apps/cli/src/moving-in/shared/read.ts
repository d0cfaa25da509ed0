import type { z } from 'zod'
import { wrongUse } from '../../core/failure.ts'

/** What nobody has checked yet, read as what it should be; ends the command with what is wrong, and where. */
export const readAs = <Schema extends z.ZodType>(schema: Schema, value: unknown, what: string): z.output<Schema> => {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const at = issue?.path.map(String).join('.')
  return wrongUse(`${what} cannot be read${at ? `, at ${at}` : ''}: ${issue?.message}.`)
}
