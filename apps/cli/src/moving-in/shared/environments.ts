import type { z } from 'zod'
import { wrongUse } from '../../core/failure.ts'
import { own } from '../../core/own.ts'
import type { Choices, Snapshot } from '../converted.ts'
import { readAs } from './read.ts'

/** The chosen environments of a snapshot: the source's name, Bunting's slug, and what the source's SDKs read. */
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
