import type { RE2JS } from 're2js'

/** A step of the program that re2js makes of a pattern. */
export type Instruction = {
  readonly op: number
  readonly out: number
  readonly arg: number
  readonly runes: ArrayLike<number>
  matchRune(rune: number): boolean
}

export type Program = {
  readonly instructions: readonly Instruction[]
  readonly start: number
  /** Where classes of characters begin that none of these instructions tells apart. */
  boundsOf(instructions: readonly Instruction[]): Int32Array
}

/** The kinds of instructions, as re2js numbers them; each from `rune` on reads a character. */
export const ops = { alternative: 1, alternativeMatch: 2, capture: 3, empty: 4, fail: 5, match: 6, nothing: 7, rune: 8 }

/** Assertions between two characters, by the numbers of re2js. */
export const assertions = {
  beginLine: 1,
  endLine: 2,
  beginText: 4,
  endText: 8,
  wordBoundary: 16,
  noWordBoundary: 32,
}

/** re2js shows its program, and nothing about it in its types: this is the one place that knows how it looks. */
export function programOf(pattern: RE2JS): Program {
  const re2 = pattern.re2()
  const { inst: instructions, start } = re2.prog
  return {
    instructions,
    start,
    boundsOf: (some) => {
      // It goes through every instruction, each time, and a repeated one is there a thousand times.
      re2.prog.inst = some
      const { classBounds } = re2.dfa
      re2.prog.inst = instructions
      return classBounds
    },
  }
}
