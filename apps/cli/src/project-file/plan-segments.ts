import { emptySegment, findSegmentChanges, type SegmentDraft } from '../config/segment-config.ts'
import { own } from '../core/own.ts'
import { namedIn, needsFirst, needsLast } from './order.ts'
import { planConfigs } from './plan-configs.ts'
import {
  archiving,
  type Current,
  type PendingProposal,
  pick,
  unarchiving,
  updateOf,
  type Versions,
} from './plan-parts.ts'
import type { ProjectFile, SegmentEntry } from './project-file.ts'
import type { Step } from './step.ts'

/** Plans the configs of segments that differ. */
export const planSegmentConfigs = (
  file: ProjectFile,
  current: Current,
  versions: Versions,
  pending: readonly PendingProposal[],
  propose: boolean,
) =>
  planConfigs({
    noun: 'segment',
    wanted: file.segments ?? {},
    before: current.segments,
    changes: (before, after) => findSegmentChanges((before ?? emptySegment) as SegmentDraft, after as SegmentDraft),
    current,
    versions,
    pending,
    propose,
  })

const entryOf = (file: ProjectFile, current: Current, key: string): SegmentEntry | undefined =>
  own(file.segments ?? {}, key) ?? own(current.segments, key)

const needsOf = (entry: SegmentEntry | undefined): string[] =>
  Object.values(entry?.environments ?? {}).flatMap((config) => namedIn(config, 'segment'))

/** The steps before the configs. Archived segments take no config and may not be named, so they are active meanwhile. */
export const segmentSteps = (file: ProjectFile, current: Current, used: ReadonlySet<string>): Step[] =>
  needsFirst(Object.keys(file.segments ?? {}), (key) => needsOf(own(current.segments, key))).flatMap((key): Step[] => {
    const entry = file.segments?.[key] as SegmentEntry
    const before = own(current.segments, key)
    if (!before) return [{ do: 'create segment', key, entry }]
    const back = before.archived && (!entry.archived || used.has(key)) ? [unarchiving] : []
    const fields = ['name', 'description'] as const
    const manager =
      entry.managedBy === undefined ? [] : updateOf(pick(before, ['managedBy']), pick(entry, ['managedBy']))
    return [...updateOf(pick(before, fields), pick(entry, fields)), ...manager, ...back].map((update) => ({
      do: 'update segment',
      key,
      ...update,
    }))
  })

/** The last steps: segments are archived when no flag names them any more. */
export const archiveSegmentSteps = (
  file: ProjectFile,
  current: Current,
  used: ReadonlySet<string>,
  pruned: readonly string[],
): Step[] => {
  const archived = Object.entries(file.segments ?? {})
    .filter(([key, entry]) => entry.archived && (!own(current.segments, key)?.archived || used.has(key)))
    .map(([key]) => key)
  return needsLast([...archived, ...pruned], (key) => needsOf(entryOf(file, current, key))).map((key) => ({
    do: 'update segment',
    key,
    ...archiving,
  }))
}
