import type { z } from 'zod'
import { wrongUse } from '../../core/failure.ts'
import { own } from '../../core/own.ts'
import type { Choices, Snapshot } from '../converted.ts'
import { readAs } from './read.ts'

/** What a snapshot has of each environment that is wanted: its name there, its slug here, and what their SDKs read. */
export const readEnvironments = <Schema extends z.ZodType>(
  { environments }: Snapshot,
  choices: Choices,
  schema: Schema,
): { name: string; slug: string; document: z.output<Schema> }[] =>
  [...choices.environments].map(([name, slug]) => {
    const document = own(environments, name)
    if (document === undefined) {
      const known = Object.keys(environments).join(', ')
      wrongUse(`The snapshot has no environment "${name}".`, `It has ${known || 'none'}.`)
    }
    return { name, slug, document: readAs(schema, document, `The environment ${name}`) }
  })
