import type { EvaluationContext } from '@bunting/engine'
import type { Ask } from '../core/ask.ts'
import { wrongUse } from '../core/failure.ts'
import { list, text } from '../core/parameters.ts'
import { readJson } from '../core/read-json.ts'

/** Options for the context with which a flag is evaluated. */
export const contextOptions = {
  user: text('id', 'the userId'),
  anonymous: text('id', 'the anonymousId'),
  attr: list('name=value', 'an attribute, as a text; the same name again makes a list'),
  context: text('file', 'the whole context from this JSON file; - is standard input', { complete: 'file' as const }),
}

type Chosen = {
  user: string | undefined
  anonymous: string | undefined
  attr: string[] | undefined
  context: string | undefined
}

export const readContext = async (
  ask: Ask,
  { user, anonymous, attr = [], context }: Chosen,
): Promise<EvaluationContext> => {
  const given = context === undefined ? {} : ((await readJson(ask, context)) as EvaluationContext)
  const attributes = { ...given.attributes, ...readAttributes(attr) }
  return {
    ...given,
    ...(user === undefined ? {} : { userId: user }),
    ...(anonymous === undefined ? {} : { anonymousId: anonymous }),
    ...(Object.keys(attributes).length === 0 ? {} : { attributes }),
  }
}

const readAttributes = (texts: readonly string[]): Record<string, string | string[]> => {
  const values = new Map<string, string[]>()
  for (const [name, value] of texts.map(parseAttribute)) values.set(name, [...(values.get(name) ?? []), value])
  return Object.fromEntries(
    [...values].map(([name, [only = '', ...more]]) => [name, more.length === 0 ? only : [only, ...more]]),
  )
}

/** Every value stays a text (a rule compares it as a number if it asks for one): `1.10` must not become `1.1`. */
const parseAttribute = (text: string): [string, string] => {
  const at = text.indexOf('=')
  return at < 1 ? wrongUse(`"${text}" is not an attribute: say name=value.`) : [text.slice(0, at), text.slice(at + 1)]
}
