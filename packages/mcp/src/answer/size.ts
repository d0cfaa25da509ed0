import { cleanText, cleanValue } from './clean.ts'

/** The most bytes of an answer. */
export const maxAnswerBytes = 4_096

export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '')

/** A value that people wrote: whole if it is small, else its beginning as a text, marked as cut. */
export const bounded = (value: unknown, maxBytes: number): unknown => {
  const clean = cleanValue(value)
  const bytes = bytesOf(clean)
  return bytes <= maxBytes ? clean : { truncated: true, bytes, start: cleanText(JSON.stringify(clean)) }
}

/** The bytes that are left for items beside the other fields, their own field, the cursor and marks. */
export const roomBeside = (others: object): number => maxAnswerBytes - bytesOf(others) - 120

/**
 * The first items that fit into an answer beside its other fields. At least one is taken, so that paging goes on; items are
 * small enough by themselves.
 */
export const fitting = <Item>(items: readonly Item[], others: object): Item[] => {
  let left = roomBeside(others)
  const taken = items.findIndex((item, at) => {
    left -= bytesOf(item) + 1
    return left < 0 && at > 0
  })
  return items.slice(0, taken < 0 ? items.length : taken)
}
