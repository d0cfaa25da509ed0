import { foldings } from './foldings.ts'

const pages = pagesOf()
const foldable = /[A-Z\u0080-\uffff]/
const beyondAscii = /[\u0080-\uffff]/

/**
 * Unicode's simple case folding: texts that differ in case alone fold to the same one, which is as long. The table is
 * our own, because a runtime's knows as much of Unicode as it is old.
 */
export function fold(text: string): string {
  if (!foldable.test(text)) return text
  return beyondAscii.test(text) ? foldBeyondAscii(text) : text.toLowerCase()
}

function foldBeyondAscii(text: string): string {
  let folded = ''
  let done = 0
  for (let at = 0; at < text.length; at++) {
    const point = text.codePointAt(at) as number
    const offset = pages[point >> 8]?.[point & 0xff]
    if (offset) {
      folded += text.slice(done, at) + String.fromCodePoint(point + offset)
      done = at + (point > 0xffff ? 2 : 1)
    }
    if (point > 0xffff) at++
  }
  return done === 0 ? text : folded + text.slice(done)
}

/** How far each character lies from what it folds to, 256 a page; there is no page where all fold to themselves. */
function pagesOf(): readonly (Int32Array | undefined)[] {
  const pages: Int32Array[] = []
  for (const [first, last, step, offset] of foldings) {
    for (let point = first; point <= last; point += step) {
      pages[point >> 8] ??= new Int32Array(256)
      ;(pages[point >> 8] as Int32Array)[point & 0xff] = offset
    }
  }
  return pages
}
