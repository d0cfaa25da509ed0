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
  if (ids.length > maxIds) byHand('too-large', `${name} has ${ids.length} ids.`)
  const isLarge = ids.length > limits.segmentIds
  const each = isLarge ? `${name}-large` : name
  const key = keyFor(each)
  const entry = own(entries, key) ?? { ...segmentEntry(title, each, unit), ...(isLarge && { large: true as const }) }
  entries[key] = entry
  entry.environments[environment] = { ...emptySegment(), included: [...ids] }
  return [key]
}

/** The most that any plan has in a large segment. */
const maxIds = 10_000_000
