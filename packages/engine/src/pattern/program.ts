import type { RE2JS } from 're2js'

/** An instruction of the program into which re2js compiles a pattern. */
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
  /** The starts of the classes of characters that these instructions treat alike. */
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

/** Reads the program of a pattern from re2js, whose types do not describe it. Only this file knows its internals. */
export function programOf(pattern: RE2JS): Program {
  const re2 = pattern.re2()
  const { inst: instructions, start } = re2.prog
  return {
    instructions,
    start,
    boundsOf: (some) => {
      // re2js goes through every instruction each time, and a repetition has the same one a thousand times.
      re2.prog.inst = some
      const { classBounds } = re2.dfa
      re2.prog.inst = instructions
      return classBounds
    },
  }
}
