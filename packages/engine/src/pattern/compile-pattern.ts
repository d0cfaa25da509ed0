import { RE2JS } from 're2js'
import { makeMatcher } from './matcher.ts'
import { patternSize } from './pattern-size.ts'
import { programOf } from './program.ts'

/** The most instructions of a pattern's program. */
export const maxInstructions = 1_000

/** Estimated from the text alone, since compiling such a pattern would take long. */
export const isFarTooLarge = (pattern: string): boolean => patternSize(pattern) > 2 * maxInstructions

/** The most steps for making a matcher: in a pattern that needs more, every instruction leads to every other. */
const maxSteps = 20_000

export type CompiledPattern = {
  readonly test: (text: string) => boolean
  readonly size: number
  /** Undefined if the cost is unknown. */
  readonly costPerCharacter: number | undefined
}

const known = new Map<string, CompiledPattern>()
const maxKnown = 256

/** Compiles a pattern; throws if it is not in RE2's dialect. Equal patterns are compiled once for all conditions. */
export function compilePattern(pattern: string): CompiledPattern {
  const found = known.get(pattern)
  if (found) return found
  const compiled = compile(pattern)
  if (known.size === maxKnown) known.clear()
  known.set(pattern, compiled)
  return compiled
}

function compile(pattern: string): CompiledPattern {
  const re2 = RE2JS.compile(pattern)
  const size = re2.programSize()
  const matcher = size <= maxInstructions ? makeMatcher(programOf(re2), maxSteps) : undefined
  // Such a pattern can no longer be saved. Patterns that were saved earlier still work, at whatever cost.
  if (!matcher) return { test: (text) => re2.test(text), size, costPerCharacter: undefined }
  return { ...matcher, size }
}
