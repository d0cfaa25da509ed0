import { RE2JS } from 're2js'
import { textOf } from '../text.ts'
import type { Operator } from './operator.ts'

/** RE2's dialect matches in linear time, so that nobody's pattern can hold up everybody's evaluations. */
export const regex = {
  name: 'regex',
  label: 'matches pattern',
  takes: 'pattern',
  gated: true,
  problem: (value) => {
    if (typeof value !== 'string') return 'must be a pattern'
    if (value.length > 512) return 'must be a pattern of at most 512 characters'
    try {
      RE2JS.compile(value)
      return undefined
    } catch (error) {
      return `must be a pattern in the RE2 dialect: ${reason(error)}`
    }
  },
  prepare: (value: string) => RE2JS.compile(value),
  holds: (actual: unknown, expected: RE2JS) => {
    const text = textOf(actual)
    return text !== undefined && expected.test(text)
  },
} as const satisfies Operator

const reason = (error: unknown) =>
  error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : 'it cannot be read'
