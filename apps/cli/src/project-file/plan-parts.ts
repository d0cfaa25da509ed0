import type { Change } from '../config/changes.ts'
import { findChanges } from '../config/changes.ts'
import type { Draft } from '../config/flag-config.ts'
import type { SegmentDraft } from '../config/segment-config.ts'
import type { ProjectFile } from './project-file.ts'
import type { Step } from './step.ts'

export type PlanOptions = {
  /** Propose configs in protected environments. */
  propose: boolean
  /** Archive flags and segments that the file does not have. */
  prune: boolean
}

export type Noun = 'flag' | 'segment'

export type PendingProposal = { id: string; noun: Noun; key: string; env: string; draft: Draft | SegmentDraft }

/** A pending proposal of a flag that changes no config. */
export type PendingChange = { id: string; key: string; change: { archived?: boolean; clientSafe?: boolean } }

/** The project as it is. */
export type Current = ProjectFile & Required<Pick<ProjectFile, 'segments'>>
export type Versions = (noun: Noun, key: string, env: string) => number

export type Plan = {
  steps: Step[]
  /** With any of these nothing is done. */
  problems: string[]
  /** Proposed already, and to be approved. */
  waiting: string[]
  /** Left as they are, and why. */
  notes: string[]
  /** Flags and segments that the file does not have. */
  unmentioned: string[]
}

export const pick = <Fields extends object, Name extends keyof Fields>(
  fields: Fields,
  names: readonly Name[],
): Pick<Fields, Name> => Object.fromEntries(names.map((name) => [name, fields[name]])) as Pick<Fields, Name>

/** The fields that differ, with their new values; empty where none do. */
export const updateOf = <Fields extends object>(
  from: Fields,
  fields: Fields,
): { fields: Fields; changes: Change[] }[] => {
  const changes = findChanges(from, fields)
  return changes.length === 0 ? [] : [{ fields, changes }]
}

export const archiving = { fields: { archived: true }, changes: [{ path: 'archived', before: false, after: true }] }
export const unarchiving = { fields: { archived: false }, changes: [{ path: 'archived', before: true, after: false }] }
