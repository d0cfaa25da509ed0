import { textOf } from '../../text.ts'
import type { Operator } from '../operator.ts'

const isTexts = (value: unknown) =>
  typeof value === 'string' ||
  (Array.isArray(value) &&
    value.length >= 1 &&
    value.length <= 1_000 &&
    value.every((item) => typeof item === 'string'))

/** Operators that look for a text, or for any of several, in the attribute's text. */
export const textsOperator = <const Name extends string>(
  name: Name,
  label: string,
  finds: (text: string, wanted: string) => boolean,
  found = true,
) =>
  ({
    name,
    label,
    takes: 'texts',
    gated: false,
    problem: (value) => (isTexts(value) ? undefined : 'must be a text, or an array of 1 to 1,000 texts'),
    prepare: (value: string | readonly string[]) => (typeof value === 'string' ? [value] : value),
    holds: (actual: unknown, expected: readonly string[]) => {
      const text = textOf(actual)
      if (text === undefined) return false
      for (const wanted of expected) if (finds(text, wanted)) return found
      return !found
    },
  }) satisfies Operator<Name>
