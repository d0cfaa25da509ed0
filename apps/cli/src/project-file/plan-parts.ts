import { type Change, findChanges } from '@bunting/contract/text'
import type { Draft } from '../config/flag-config.ts'
import type { SegmentDraft } from '../config/segment-config.ts'
import type { ProjectFile } from './project-file.ts'
import type { Step } from './step.ts'

export type PlanOptions = {
  /** Propose the configs of protected environments. */
  propose: boolean
  /** Returns whether to archive a flag or a segment that is not in the file. */
  prunes(entry: { managedBy?: string | undefined }): boolean
  /** Returns whether the import uploads ids to a large segment, so that flags may reference it. */
  uploads?(segmentKey: string, env: string): boolean
}

export type Noun = 'flag' | 'segment'

export type PendingProposal = { id: string; noun: Noun; key: string; env: string; draft: Draft | SegmentDraft }

/** A pending proposal that changes a flag, but not its config. */
export type PendingChange = { id: string; key: string; change: { archived?: boolean; clientSafe?: boolean } }

/** A pending proposal of ids for a large segment. */
export type PendingIds = { id: string; key: string; env: string }

/** The project as it is on the server. */
export type Current = ProjectFile & Required<Pick<ProjectFile, 'segments'>>
export type Versions = (noun: Noun, key: string, env: string) => number

export type Plan = {
  steps: Step[]
  /** Problems, any of which stops the whole import. */
  problems: string[]
  /** Changes that are proposed already and wait for an approval. */
  waiting: string[]
  /** Reasons why something is left as it is. */
  notes: string[]
  /** Flags and segments that are not in the file. */
  unmentioned: string[]
}

export const pick = <Fields extends object, Name extends keyof Fields>(
  fields: Fields,
  names: readonly Name[],
): Pick<Fields, Name> => Object.fromEntries(names.map((name) => [name, fields[name]])) as Pick<Fields, Name>

/** The fields that differ, with their new values; empty if none do. */
export const updateOf = <Fields extends object>(
  from: Fields,
  fields: Fields,
): { fields: Fields; changes: Change[] }[] => {
  const changes = findChanges(from, fields)
  return changes.length === 0 ? [] : [{ fields, changes }]
}

export const archiving = { fields: { archived: true }, changes: [{ path: 'archived', before: false, after: true }] }
export const unarchiving = { fields: { archived: false }, changes: [{ path: 'archived', before: true, after: false }] }
