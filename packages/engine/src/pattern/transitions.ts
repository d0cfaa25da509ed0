import { addBit, type Bits, emptyBits, spanOf } from '../values/bits.ts'
import { type Instruction, ops, type Program } from './program.ts'

/** The states that can be reached between two characters, given the assertions that hold there. */
export type Transitions = {
  /** Positions that a match may begin with. */
  readonly start: Bits
  readonly startMatches: boolean
  /** Positions after which the pattern has matched. */
  readonly matches: Bits
  /** Positions that are reached from the position before them. */
  readonly next: Bits
  /** Positions that are reached from themselves. */
  readonly self: Bits
  /** All other transitions, encoded by `writeJump`. */
  readonly jumps: Int32Array
}

/** The state of following the instructions that read nothing. It gives up when that takes too long. */
export type Walk = {
  readonly program: Program
  readonly positions: readonly number[]
  readonly positionOf: Int32Array
  readonly words: number
  /** The last search in which each instruction was seen. */
  readonly seen: Int32Array
  searches: number
  stepsLeft: number
}

/** At an edge of the text only the start and the matches count: nothing was read before, or nothing is read after. */
export function transitionsOf(walk: Walk, holds: number, isEdge: boolean): Transitions {
  const { words, program, positions } = walk
  const [start, matches, next, self] = [emptyBits(words), emptyBits(words), emptyBits(words), emptyBits(words)]
  const reached: number[] = []
  const startMatches = reach(walk, program.start, holds, reached)
  for (const position of reached) addBit(start, position)
  const jumps = new Map<string, { from: Bits; to: number[] }>()
  for (let position = 0; position < positions.length && walk.stepsLeft >= 0; position++) {
    const { out } = program.instructions[positions[position] as number] as Instruction
    reached.length = 0
    if (reach(walk, out, holds, reached)) addBit(matches, position)
    if (isEdge) continue
    const further = reached.filter((target) => target !== position && target !== position + 1)
    if (reached.includes(position)) addBit(self, position)
    if (reached.includes(position + 1)) addBit(next, position + 1)
    if (further.length === 0) continue
    const key = further.join()
    const jump = jumps.get(key) ?? { from: emptyBits(words), to: further }
    addBit(jump.from, position)
    jumps.set(key, jump)
  }
  return { start, startMatches, matches, next, self, jumps: writeJumps([...jumps.values()], words) }
}

function writeJumps(jumps: readonly { from: Bits; to: readonly number[] }[], words: number): Int32Array {
  const written: number[] = []
  for (const { from, to } of jumps) {
    const targets = emptyBits(words)
    for (const target of to) addBit(targets, target)
    writeJump(written, from, targets)
  }
  return Int32Array.from(written)
}

/** Encodes a jump: the bounds of both sets, then their words. All of it is contiguous in memory. */
function writeJump(written: number[], from: Bits, to: Bits): void {
  const [a, b] = [spanOf(from), spanOf(to)]
  written.push(a.from, a.to, b.from, b.to, ...from.subarray(a.from, a.to), ...to.subarray(b.from, b.to))
}

/** Collects every position that can be reached from an instruction, and tells whether a match can be. */
function reach(walk: Walk, from: number, holds: number, reached: number[]): boolean {
  const { program, positionOf, seen } = walk
  const search = ++walk.searches
  const open = [from]
  let matches = false
  for (let pc = open.pop(); pc !== undefined; pc = open.pop()) {
    if (seen[pc] === search) continue
    seen[pc] = search
    if (--walk.stepsLeft < 0) return false
    const { op, out, arg } = program.instructions[pc] as Instruction
    if (op >= ops.rune) reached.push(positionOf[pc] as number)
    else if (op === ops.match) matches = true
    else if (op === ops.alternative || op === ops.alternativeMatch) open.push(arg, out)
    else if (op === ops.capture || op === ops.nothing || (op === ops.empty && (arg & ~holds) === 0)) open.push(out)
  }
  return matches
}
