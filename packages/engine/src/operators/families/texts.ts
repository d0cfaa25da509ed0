import type { Finder } from '../../substring-search/find-texts.ts'
import { textOf } from '../../values/text.ts'
import type { Operator } from '../operator.ts'

const isTexts = (value: unknown) =>
  typeof value === 'string' ||
  (Array.isArray(value) &&
    value.length >= 1 &&
    value.length <= 1_000 &&
    value.every((item) => typeof item === 'string'))

const listOf = (value: string | readonly string[]) => (typeof value === 'string' ? [value] : value)

/** Operators that search the attribute's text for one text, or for any of several. */
export const textsOperator = <const Name extends string>(name: Name, label: string, finder: Finder, found = true) =>
  ({
    name,
    label,
    takes: 'texts',
    gated: false,
    foldable: true,
    problem: (value) => (isTexts(value) ? undefined : 'must be a text, or an array of 1 to 1,000 texts'),
    cost: (value: string | readonly string[]) => finder.cost(listOf(value)),
    prepare: (value: string | readonly string[]) => finder.prepare(listOf(value)),
    holds: (actual: unknown, finds: (text: string) => boolean) => {
      const text = textOf(actual)
      return text !== undefined && finds(text) === found
    },
  }) satisfies Operator<Name>
