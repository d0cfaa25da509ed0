import { addAll, addBit, type Bits, emptyBits } from '../values/bits.ts'
import type { Instruction, Program } from './program.ts'

/** The positions that read a character, by the class of the character. */
export type RuneClasses = {
  readonly latin1: Uint16Array
  readonly bounds: Int32Array
  /** The class of each range between two bounds. */
  readonly classes: Uint16Array
  readonly masks: readonly Bits[]
}

type Group = { readonly instruction: Instruction; readonly positions: Bits }

export function runeClassesOf(program: Program, positions: readonly number[], words: number): RuneClasses {
  const groups = groupPositions(program.instructions, positions, words)
  const bounds = program.boundsOf(groups.map(({ instruction }) => instruction))
  const classes = new Uint16Array(bounds.length + 1)
  const known = new Map<string, number>()
  const masks: Bits[] = []
  for (let at = 0; at < classes.length; at++) {
    const rune = at === 0 ? 0 : (bounds[at - 1] as number)
    let key = ''
    for (let group = 0; group < groups.length; group++) {
      if ((groups[group] as Group).instruction.matchRune(rune)) key += `${group},`
    }
    let found = known.get(key)
    if (found === undefined) {
      const mask = emptyBits(words)
      for (const group of key.split(',').slice(0, -1)) addAll(mask, (groups[Number(group)] as Group).positions)
      found = masks.push(mask) - 1
      known.set(key, found)
    }
    classes[at] = found
  }
  const latin1 = Uint16Array.from({ length: 256 }, (_, rune) => classes[searchBounds(bounds, rune)] as number)
  return { latin1, bounds, classes, masks }
}

/** Tells whether all characters beyond Latin-1 are in one class. */
export const isAlikeBeyondLatin1 = ({ bounds }: RuneClasses): boolean =>
  bounds.every((bound) => bound <= 256 || bound > 0x10ffff)

export const maskOf = ({ latin1, bounds, classes, masks }: RuneClasses, rune: number): Bits =>
  masks[(rune < 256 ? latin1[rune] : classes[searchBounds(bounds, rune)]) as number] as Bits

/** The number of bounds that are at most the character. */
function searchBounds(bounds: Int32Array, rune: number): number {
  let low = 0
  let high = bounds.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((bounds[middle] as number) <= rune) low = middle + 1
    else high = middle
  }
  return low
}

/** Groups positions that read the same characters: a repetition has hundreds of them. */
function groupPositions(instructions: readonly Instruction[], positions: readonly number[], words: number): Group[] {
  const groups: Group[] = []
  const byKey = new Map<string, Group[]>()
  let last: Group | undefined
  for (let position = 0; position < positions.length; position++) {
    const instruction = instructions[positions[position] as number] as Instruction
    if (!last || !readSame(last.instruction, instruction)) {
      const { runes, arg } = instruction
      const key = `${arg}:${runes.length}:${runes[0]}:${runes[runes.length - 1]}`
      const alike = byKey.get(key) ?? []
      last = alike.find((each) => readSame(each.instruction, instruction))
      if (!last) {
        last = { instruction, positions: emptyBits(words) }
        groups.push(last)
        byKey.set(key, [...alike, last])
      }
    }
    addBit(last.positions, position)
  }
  return groups
}

function readSame(a: Instruction, b: Instruction): boolean {
  if (a.arg !== b.arg || a.runes.length !== b.runes.length) return false
  if (a.runes === b.runes) return true
  for (let at = 0; at < a.runes.length; at++) if (a.runes[at] !== b.runes[at]) return false
  return true
}
