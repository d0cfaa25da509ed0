import { RE2JS } from 're2js'
import { makeMatcher } from './matcher.ts'
import { patternSize } from './pattern-size.ts'
import { programOf } from './program.ts'

/** Instructions that a pattern's program may have. */
export const maxInstructions = 1_000

/** Known from its text alone, since compiling it would take long. */
export const isFarTooLarge = (pattern: string): boolean => patternSize(pattern) > 2 * maxInstructions

/** Steps between instructions that making a matcher may take: what needs more leads from everywhere to everywhere. */
const maxSteps = 20_000

export type CompiledPattern = {
  readonly test: (text: string) => boolean
  readonly size: number
  /** Undefined where it is not known. */
  readonly costPerCharacter: number | undefined
}

const known = new Map<string, CompiledPattern>()
const maxKnown = 256

/** Throws where it is no pattern of RE2's dialect. The same one is compiled once, in however many conditions it is. */
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
  // Such a pattern can no longer be saved. Saved ones go on working, at whatever cost.
  if (!matcher) return { test: (text) => re2.test(text), size, costPerCharacter: undefined }
  return { ...matcher, size }
}
