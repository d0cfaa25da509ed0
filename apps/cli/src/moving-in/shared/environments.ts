import type { z } from 'zod'
import { wrongUse } from '../../core/failure.ts'
import { own } from '../../core/own.ts'
import type { Choices, Snapshot } from '../converted.ts'
import { readAs } from './read.ts'

/** What a snapshot has of each environment that is wanted: their name, ours, and what their SDKs read there. */
export const readEnvironments = <Schema extends z.ZodType>(
  { environments }: Snapshot,
  choices: Choices,
  schema: Schema,
): { theirs: string; ours: string; data: z.output<Schema> }[] =>
  [...choices.environments].map(([theirs, ours]) => {
    const data = own(environments, theirs)
    if (data === undefined) {
      const known = Object.keys(environments).join(', ')
      wrongUse(`The snapshot has no environment "${theirs}".`, `It has ${known || 'none'}.`)
    }
    return { theirs, ours, data: readAs(schema, data, `The environment ${theirs}`) }
  })
