import { limits } from '@bunting/contract'
import { own } from '../../core/own.ts'
import type { SegmentEntry } from '../../project-file/project-file.ts'
import { byHand } from './by-hand.ts'
import { descriptionFor, nameFor } from './facts.ts'
import { emptySegment } from './off.ts'

/** The segments of the imported project, in one of its environments. */
export type Segments = {
  /** The source's name, as people write it. */
  title: string
  entries: Record<string, SegmentEntry>
  environment: string
  keyFor(name: string): string
}

export const segmentEntry = (title: string, name: string, unit: string | null = null): SegmentEntry => ({
  name: nameFor(name, 'segment'),
  description: descriptionFor(undefined, `From ${title}: ${name}`),
  unit,
  archived: false,
  environments: {},
})

/** Puts ids that are too many for a condition into the lists of as many segments as needed, and returns their keys. */
export const listIds = (
  { title, entries, environment, keyFor }: Segments,
  { name, unit, ids }: { name: string; unit: string | null; ids: readonly string[] },
): string[] => {
  const count = Math.ceil(ids.length / limits.segmentIds)
  if (count > limits.segments) byHand('too-large', `${name} has ${ids.length} ids.`)
  return Array.from({ length: count }, (_, at) => {
    const each = at === 0 ? name : `${name}-${at + 1}`
    const key = keyFor(each)
    const entry = own(entries, key) ?? segmentEntry(title, each, unit)
    entries[key] = entry
    const included = ids.slice(at * limits.segmentIds, (at + 1) * limits.segmentIds)
    entry.environments[environment] = { ...emptySegment(), included }
    return key
  })
}
