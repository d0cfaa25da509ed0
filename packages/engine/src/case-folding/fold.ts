import { foldings } from './foldings.ts'

const pages = pagesOf()
const foldable = /[A-Z\u0080-\uffff]/
const beyondAscii = /[\u0080-\uffff]/

/**
 * Applies Unicode's simple case folding: texts that differ only in case fold to the same text, of the same length. The table
 * is our own, because a runtime's depends on its version of Unicode.
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

/** The offset from each character to the one it folds to, in pages of 256. A page in which nothing folds is left out. */
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
