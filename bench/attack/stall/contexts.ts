import { limits } from '@bunting/contract'
import { texts } from '../../worst-case/texts.ts'
import type { Point } from './ranges.ts'

/** What an evaluation is asked with: the attribute that the target's flags read, as a text or as a list of texts. */
export const contextRanges = {
  /** None: a text. */
  elements: { from: 0, to: limits.listItems },
  letters: { from: 1, to: limits.attributeText },
  text: ['two letters', 'alike', 'Cyrillic', 'pictures', 'words', 'digits'],
} as const

/** The body of a request has room for so much; what is cut is no longer told apart by its end. */
const roomBytes = 60_000

export const attributesOf = ({ elements, letters, text }: Point<typeof contextRanges>) => {
  const cut = String(texts[text]).slice(0, letters)
  if (elements === 0) return { tags: cut }
  const bytes = Buffer.byteLength(JSON.stringify(cut)) + 5
  const count = Math.max(1, Math.min(elements, Math.floor(roomBytes / bytes)))
  return { tags: Array.from({ length: count }, (_, at) => `${cut.slice(0, 1_020)}${at}`) }
}

export const contextOf = (point: Point<typeof contextRanges>) => ({ attributes: attributesOf(point) })
