import { isSame } from '../equality.ts'
import { aList, anyValue, must } from '../form.ts'
import { anyOfWords, isObject, shown } from '../json.ts'
import type { Keyword } from '../keyword.ts'
import { spend, tell } from '../run.ts'

const types: Readonly<Record<string, { words: string; is: (value: unknown) => boolean }>> = {
  null: { words: 'null', is: (value) => value === null },
  boolean: { words: 'a boolean', is: (value) => typeof value === 'boolean' },
  object: { words: 'an object', is: isObject },
  array: { words: 'an array', is: Array.isArray },
  number: { words: 'a number', is: (value) => typeof value === 'number' },
  integer: { words: 'a whole number', is: Number.isInteger },
  string: { words: 'a string', is: (value) => typeof value === 'string' },
}

const isType = (value: unknown): value is string => typeof value === 'string' && Object.hasOwn(types, value)
const isTypes = (value: unknown) =>
  isType(value) ||
  (Array.isArray(value) && value.length > 0 && value.every(isType) && new Set(value).size === value.length)

const listOf = (value: unknown) => (Array.isArray(value) ? value : [value]).flatMap((name) => types[name] ?? [])

/** Tests whether a value has one of the types of `type`, which is a name or an array of names. */
export const typeTest = (type: unknown): ((value: unknown) => boolean) => {
  const [first, ...more] = listOf(type)
  if (!first) return () => true
  return more.length === 0 ? first.is : (value) => first.is(value) || more.some(({ is }) => is(value))
}

const isComposite = (value: unknown) => typeof value === 'object' && value !== null

/** The most values that a message lists. */
const shownValues = 10

const valuesText = (values: readonly unknown[]): string => {
  const more = values.length - shownValues
  return [...values.slice(0, shownValues).map(shown), ...(more > 0 ? [`${more} more`] : [])].join(', ')
}

export const anyValueKeywords: readonly Keyword[] = [
  {
    name: 'type',
    form: must(isTypes, `one of ${Object.keys(types).join(', ')}, or an array of different ones`),
    check: (type) => {
      const test = typeTest(type)
      const message = `must be ${anyOfWords(listOf(type).map(({ words }) => words))}`
      return (value, run) => test(value) || tell(run, message)
    },
  },
  {
    name: 'enum',
    form: aList,
    check: (values: readonly unknown[]) => {
      const scalars = new Set(values.filter((value) => !isComposite(value)))
      const composites = values.filter(isComposite)
      const message = values.length === 0 ? 'must not be given' : `must be one of ${valuesText(values)}`
      return (value, run) => {
        if (typeof value === 'string') spend(run, value.length >> 8)
        const has = isComposite(value) ? composites.some((each) => isSame(each, value, run)) : scalars.has(value)
        return has || tell(run, message)
      }
    },
  },
  {
    name: 'const',
    form: anyValue,
    check: (only) => {
      const message = `must be ${shown(only)}`
      return (value, run) => isSame(only, value, run) || tell(run, message)
    },
  },
]
