import type { Machine, Test } from './make-test.ts'
import { isAlikeBeyondLatin1, maskOf } from './rune-classes.ts'
import { type Side, sideOf, sides } from './sides.ts'
import type { Transitions } from './transitions.ts'

/** Makes the test for patterns whose positions fit into one word, as nearly all do. */
export function makeWordTest({ transitions, runeClasses, seesSides, isAnchored }: Machine): Test {
  const first = (pick: (between: Transitions) => Int32Array) =>
    Int32Array.from(transitions, (between) => pick(between)[0] as number)
  const starts = first(({ start }) => start)
  const matches = first((between) => between.matches)
  const nexts = first(({ next }) => next)
  const selves = first(({ self }) => self)
  const startMatches = transitions.map((between) => between.startMatches)
  const jumpsOf = transitions.map(({ jumps }) => jumps)
  const mask = (rune: number) => maskOf(runeClasses, rune)[0] as number
  const latin1 = Int32Array.from({ length: 256 }, (_, rune) => mask(rune))
  // Few patterns distinguish characters beyond Latin-1.
  const beyond = isAlikeBeyondLatin1(runeClasses) ? mask(256) : undefined
  return (text) => {
    const { length } = text
    let bits = 0
    let before: Side = sides.none
    for (let at = 0; at < length; at++) {
      const unit = text.charCodeAt(at)
      const after: Side = seesSides ? sideOf(unit) : sides.other
      const between = 4 * before + after
      if ((bits & (matches[between] as number)) !== 0 || startMatches[between] === true) return true
      let reached =
        (starts[between] as number) | ((bits << 1) & (nexts[between] as number)) | (bits & (selves[between] as number))
      const jumps = jumpsOf[between] as Int32Array
      for (let jump = 4; jump < jumps.length; jump += 6) {
        if ((bits & (jumps[jump] as number)) !== 0) reached |= jumps[jump + 1] as number
      }
      if (unit < 256) bits = reached & (latin1[unit] as number)
      else {
        const rune = (unit & 0xfc00) === 0xd800 ? (text.codePointAt(at) as number) : unit
        if (rune > 0xffff) at++
        bits = reached & (beyond ?? mask(rune))
      }
      if (bits === 0 && isAnchored) return false
      before = after
    }
    const last = 4 * before + sides.none
    return startMatches[last] === true || (bits & (matches[last] as number)) !== 0
  }
}
