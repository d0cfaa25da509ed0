import { type Bits, emptyBits } from '../values/bits.ts'
import { isAlikeBeyondLatin1, maskOf, type RuneClasses } from './rune-classes.ts'
import { type Side, sideOf, sides } from './sides.ts'
import type { Transitions } from './transitions.ts'

export type Test = (text: string) => boolean

/** The tables with which a matcher runs. */
export type Machine = {
  readonly words: number
  /** The transitions between two sides, at `4 * before + after`. */
  readonly transitions: readonly Transitions[]
  readonly runeClasses: RuneClasses
  /** Tells whether the characters beside a position matter, other than the ends of the text. */
  readonly seesSides: boolean
  /** Tells whether a match can only begin at the start of the text: if none has begun there, none will. */
  readonly isAnchored: boolean
}

/** Makes the test for patterns with more positions than a word has bits. */
export function makeTest({ words, transitions, runeClasses, seesSides, isAnchored }: Machine): Test {
  const one = emptyBits(words)
  const other = emptyBits(words)
  // Few patterns distinguish characters beyond Latin-1.
  const beyond = isAlikeBeyondLatin1(runeClasses) ? maskOf(runeClasses, 256) : undefined
  return (text) => {
    let current = one
    let following = other
    let before: Side = sides.none
    let isDead = true
    for (let at = 0; at < text.length; ) {
      const unit = text.charCodeAt(at)
      const after: Side = seesSides ? sideOf(unit) : sides.other
      const between = transitions[4 * before + after] as Transitions
      if (between.startMatches || (!isDead && meet(current, between.matches, words))) return true
      const rune = (unit & 0xfc00) === 0xd800 ? (text.codePointAt(at) as number) : unit
      const mask = beyond !== undefined && rune > 255 ? beyond : maskOf(runeClasses, rune)
      isDead = isDead ? begin(between, following, mask, words) : step(between, current, following, mask, words)
      if (isDead && isAnchored) return false
      const spare = current
      current = following
      following = spare
      before = after
      at += rune > 0xffff ? 2 : 1
    }
    const last = transitions[4 * before + sides.none] as Transitions
    return last.startMatches || (!isDead && meet(current, last.matches, words))
  }
}

function meet(a: Bits, b: Bits, words: number): boolean {
  let both = 0
  for (let word = 0; word < words; word++) both |= (a[word] as number) & (b[word] as number)
  return both !== 0
}

/** A step while no match is under way; tells whether none begins. */
function begin({ start }: Transitions, following: Bits, mask: Bits, words: number): boolean {
  let any = 0
  for (let word = 0; word < words; word++) {
    const reached = (start[word] as number) & (mask[word] as number)
    following[word] = reached
    any |= reached
  }
  return any === 0
}

/** A step while matches are under way; tells whether none is left, and none begins. */
function step(between: Transitions, current: Bits, following: Bits, mask: Bits, words: number): boolean {
  const { start, next, self, jumps } = between
  for (let word = 0; word < words; word++) following[word] = start[word] as number
  if (jumps.length > 0) jump(jumps, current, following)
  let carried = 0
  let any = 0
  for (let word = 0; word < words; word++) {
    const bits = current[word] as number
    const near = (((bits << 1) | carried) & (next[word] as number)) | (bits & (self[word] as number))
    carried = bits >>> 31
    const reached = ((following[word] as number) | near) & (mask[word] as number)
    following[word] = reached
    any |= reached
  }
  return any === 0
}

function jump(jumps: Int32Array, current: Bits, following: Bits): void {
  for (let at = 0; at < jumps.length; ) {
    const from = jumps[at] as number
    const to = jumps[at + 1] as number
    const targetsFrom = jumps[at + 2] as number
    const targetsTo = jumps[at + 3] as number
    at += 4
    let jumping = 0
    for (let word = from; word < to; word++) jumping |= (current[word] as number) & (jumps[at++] as number)
    if (jumping === 0) {
      at += targetsTo - targetsFrom
      continue
    }
    for (let word = targetsFrom; word < targetsTo; word++) {
      following[word] = (following[word] as number) | (jumps[at++] as number)
    }
  }
}
