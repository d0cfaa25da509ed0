import { type Machine, makeTest, type Test } from './make-test.ts'
import { makeWordTest } from './make-word-test.ts'
import { assertions, ops, type Program } from './program.ts'
import { isAlikeBeyondLatin1, runeClassesOf } from './rune-classes.ts'
import { eachSide, type Side, sides } from './sides.ts'
import { type Transitions, transitionsOf, type Walk } from './transitions.ts'

export type Matcher = {
  readonly test: Test
  /** The maximum cost of a character, in nanoseconds on a slow machine. */
  readonly costPerCharacter: number
}

/**
 * Runs a program with one bit for each of its positions that reads a character, processing all bits of a word at once. It
 * allocates nothing while it runs, so the cost of a text is bounded: at most its length times `costPerCharacter`. Undefined
 * if analysing the program takes more than `steps`.
 */
export function makeMatcher(program: Program, steps: number): Matcher | undefined {
  const { instructions } = program
  const positions = [...instructions.keys()].filter((pc) => (instructions[pc]?.op as number) >= ops.rune)
  const words = Math.max(1, Math.ceil(positions.length / 32))
  const positionOf = new Int32Array(instructions.length)
  for (const [position, pc] of positions.entries()) positionOf[pc] = position
  const seen = new Int32Array(instructions.length)
  const walk: Walk = { program, positions, positionOf, words, seen, searches: 0, stepsLeft: steps }
  const asked = instructions.reduce((all, { op, arg }) => (op === ops.empty ? all | arg : all), 0)
  const known = new Map<number, Transitions>()
  const between = (before: Side, after: Side): Transitions => {
    const holds = assertionsBetween(before, after) & asked
    const isEdge = before === sides.none || after === sides.none
    const key = isEdge ? ~holds : holds
    const found = known.get(key) ?? transitionsOf(walk, holds, isEdge)
    known.set(key, found)
    return found
  }
  const transitions = eachSide.flatMap((before) => eachSide.map((after) => between(before, after)))
  if (walk.stepsLeft < 0) return undefined
  const runeClasses = runeClassesOf(program, positions, words)
  const machine: Machine = {
    words,
    transitions,
    runeClasses,
    seesSides: (asked & ~(assertions.beginText | assertions.endText)) !== 0,
    isAnchored: transitions.every(
      (each, at) => at >= 4 * sides.none || !(each.startMatches || each.start.some(Boolean)),
    ),
  }
  const test = words === 1 ? makeWordTest(machine) : makeTest(machine)
  return { test, costPerCharacter: costOf(machine) }
}

/** The cost of one step: the words, the jumps, and the search for a character's class. */
function costOf({ words, transitions, runeClasses }: Machine): number {
  const jumps = Math.max(...transitions.map((each) => each.jumps.length))
  const lookUp = 36 + (isAlikeBeyondLatin1(runeClasses) ? 0 : 8 * Math.ceil(Math.log2(runeClasses.bounds.length + 1)))
  return lookUp + (words === 1 ? 0.7 * jumps : 20 + 8 * words + 2 * jumps)
}

function assertionsBetween(before: Side, after: Side): number {
  const { beginLine, beginText, endLine, endText, wordBoundary, noWordBoundary } = assertions
  return (
    (before === sides.none ? beginLine | beginText : before === sides.newline ? beginLine : 0) |
    (after === sides.none ? endLine | endText : after === sides.newline ? endLine : 0) |
    ((before === sides.word) === (after === sides.word) ? noWordBoundary : wordBoundary)
  )
}
