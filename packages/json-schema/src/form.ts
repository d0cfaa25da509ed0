import { type Problem, patternProblem } from '@bunting/engine'
import { isObject, under } from './json.ts'

/** The allowed values of a keyword, and the schemas and patterns in them. */
export type Form = {
  problems(value: unknown, path: string): Problem[]
  readonly schemas?: 'one' | 'list' | 'by name'
  patterns?(value: unknown): readonly string[]
}

export const must = (is: (value: unknown) => boolean, what: string): Form => ({
  problems: (value, path) => (is(value) ? [] : [{ path, message: `must be ${what}` }]),
})

const isText = (value: unknown): value is string => typeof value === 'string'
const isDistinct = (list: readonly unknown[]) => new Set(list).size === list.length
const isNames = (value: unknown) => Array.isArray(value) && value.every(isText) && isDistinct(value)

export const anyValue = must(() => true, 'anything')
export const aText = must(isText, 'a string')
export const yesOrNo = must((value) => typeof value === 'boolean', 'true or false')
export const aNumber = must(Number.isFinite, 'a number')
export const aPositiveNumber = must((value) => Number.isFinite(value) && (value as number) > 0, 'a number more than 0')
export const aCount = must(
  (value) => Number.isInteger(value) && (value as number) >= 0,
  'a whole number that is at least 0',
)
export const aList = must(Array.isArray, 'an array')
export const names = must(isNames, 'an array of different strings')

export const namesByName: Form = {
  problems: (value, path) =>
    isObject(value)
      ? Object.entries(value).flatMap(([name, each]) => names.problems(each, under(path, name)))
      : [{ path, message: 'must be an object' }],
}

export const aPattern: Form = {
  problems: (value, path) => {
    const message = patternProblem(value)
    return message === undefined ? [] : [{ path, message }]
  },
  patterns: (value) => (typeof value === 'string' ? [value] : []),
}

export const aSchema: Form = { schemas: 'one', problems: () => [] }

export const schemas: Form = {
  schemas: 'list',
  problems: (value, path) =>
    Array.isArray(value) && value.length > 0 ? [] : [{ path, message: 'must be an array of at least 1 schema' }],
}

export const schemasByName: Form = {
  schemas: 'by name',
  problems: (value, path) => (isObject(value) ? [] : [{ path, message: 'must be an object of schemas' }]),
}

export const schemasByPattern: Form = {
  schemas: 'by name',
  problems: (value, path) =>
    isObject(value)
      ? Object.keys(value).flatMap((name) => aPattern.problems(name, under(path, name)))
      : schemasByName.problems(value, path),
  patterns: (value) => (isObject(value) ? Object.keys(value) : []),
}

type Part = { readonly part?: string | number; readonly schema: unknown }

/** The schemas in a keyword's value; none if the value has another form. */
export function schemasIn({ schemas: held }: Form, value: unknown): readonly Part[] {
  if (held === 'one') return [{ schema: value }]
  if (held === 'list' && Array.isArray(value)) return value.map((schema, part) => ({ part, schema }))
  if (held === 'by name' && isObject(value)) {
    return Object.entries(value).map(([part, schema]) => ({ part, schema }))
  }
  return []
}
