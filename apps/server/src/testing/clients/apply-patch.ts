import type { Json } from './answer.ts'

/** The bundle of an SDK after a response of `/v1/bundle?from=` or an event of a stream: replaced, or patched. */
export const applyPatch = (before: Json, read: Json): Json => {
  if (read.from === undefined) return read
  if (read.from !== before.revision) throw new Error(`a patch from ${read.from} for ${before.revision}`)
  const { from: _, ...head } = read
  return { ...head, flags: over(before.flags, read.flags), segments: over(before.segments, read.segments) }
}

const over = (known: object, news: object): object =>
  Object.fromEntries(Object.entries({ ...known, ...news }).filter(([, one]) => one !== null))
