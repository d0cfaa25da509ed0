import { compilePattern, isFarTooLarge, maxInstructions } from '../pattern/compile-pattern.ts'
import { textOf } from '../values/text.ts'
import { longestText, type Operator } from './operator.ts'

const tooLarge = `must be a smaller pattern: it may become at most ${maxInstructions.toLocaleString('en')} instructions, and repetitions such as {500} count as often as they repeat`
const tooInvolved =
  'must be a simpler pattern: too many of its parts may be left out or repeated, one inside or after another'

/** The cost per character and instruction of a pattern that was saved before too complex ones were refused. */
const perInstruction = 50

/** RE2's dialect matches in linear time. The maximum cost is known when a pattern is saved. */
export const regex = {
  name: 'regex',
  label: 'matches pattern',
  takes: 'pattern',
  gated: true,
  problem: (value) => {
    if (typeof value !== 'string') return 'must be a pattern'
    if (value.length > 512) return 'must be a pattern of at most 512 characters'
    try {
      compilePattern(value)
      return undefined
    } catch (error) {
      return `must be a pattern in the RE2 dialect: ${reason(error)}`
    }
  },
  refusal: (value) => {
    if (typeof value !== 'string' || value.length > 512) return undefined
    // The size is estimated from the text first: a pattern that is far too large takes long to compile.
    if (isFarTooLarge(value)) return tooLarge
    const compiled = readable(value)
    if (!compiled) return undefined
    if (compiled.size > maxInstructions) return tooLarge
    return compiled.costPerCharacter === undefined ? tooInvolved : undefined
  },
  cost: (value: string) => {
    const { costPerCharacter, size } = compilePattern(value)
    return longestText * (costPerCharacter ?? size * perInstruction)
  },
  prepare: (value: string) => compilePattern(value),
  holds: (actual: unknown, expected: ReturnType<typeof compilePattern>) => {
    const text = textOf(actual)
    return text !== undefined && expected.test(text)
  },
} as const satisfies Operator

/** The reason why a text cannot be saved as a pattern, for all places that take patterns. */
export const patternProblem = (value: unknown): string | undefined => regex.refusal(value) ?? regex.problem(value)

const readable = (pattern: string) => {
  try {
    return compilePattern(pattern)
  } catch {
    return undefined
  }
}

const reason = (error: unknown) =>
  error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : 'it cannot be read'
