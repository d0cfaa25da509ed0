import {
  type AttributeCondition,
  type Condition,
  configLimits,
  type FlagConfig,
  findOperator,
  isOfShare,
  leavesOf,
  type Problem,
  type Takes,
} from '@bunting/engine'

/** What a condition's value must be, in words for a form. If an entry is missing, the engine's own words are used. */
const wanted: Partial<Record<Takes, string>> = {
  one: 'is missing',
  list: 'needs a value',
  texts: 'needs a text',
  number: 'must be a number',
  instant: 'needs a date and a time',
  countries: 'must be countries by their two letters, such as NL',
}

const flagValues: Record<string, string> = {
  'must be number': 'must be a number',
  'must be string': 'must be a text',
  'must be boolean': 'must be true or false',
  'must be an object or an array': 'must be a JSON object or array, such as { "size": 10 }',
}

/** The same problem in the editor's words: the engine's are for authors of API bodies. */
export const inEditorWords = ({ rules }: FlagConfig): ((problem: Problem) => Problem) => {
  const conditions = new Map(
    rules.flatMap((rule, at) =>
      Array.from(leavesOf(rule.conditions, `rules[${at}].conditions`), ({ condition, path }) => [
        `${path}.value`,
        condition,
      ]),
    ) as [string, Condition][],
  )
  return ({ path, message }) => {
    const about = conditions.get(path)
    const wantedThere = about && 'attribute' in about && !isOfShare(about) ? sayWanted(about, message) : undefined
    return { path, message: wantedThere ?? flagValues[message] ?? message }
  }
}

const sayWanted = ({ operator: name, value }: AttributeCondition, message: string): string | undefined => {
  const operator = findOperator(name)
  // A value that is too expensive has the right kind, so the engine's words are kept.
  if (operator?.problem(value) !== message) return undefined
  if (Array.isArray(value) && value.length > configLimits.values) return `has more than ${configLimits.values} values`
  return wanted[operator.takes]
}
