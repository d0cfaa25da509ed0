import type { EnvironmentId } from '@bunting/contract'
import { isSegment, type Subject } from '../../rules/configs/subject.ts'

/** A flag or a segment of a bundle, by its key. */
export type Name = `f:${string}` | `s:${string}`

export const flagName = (key: string): Name => `f:${key}`
export const segmentName = (key: string): Name => `s:${key}`

export const nameOf = (subject: Subject): Name => (isSegment(subject) ? segmentName : flagName)(subject.key)

/** The names that a change touched in an environment; undefined if they are unknown or too many. */
export type Touched = { environmentId: EnvironmentId; names: readonly Name[] | undefined }

/** One flag or segment was saved, and `others` may have become needed or unneeded by that. */
export const touching = (environmentId: EnvironmentId, name: Name, others: readonly Name[] | undefined): Touched => ({
  environmentId,
  names: others && [name, ...others],
})

/** The names that each of the latest revisions touched, in order and without gaps. */
export type Changes = readonly (readonly [revision: number, ...names: Name[]])[]

/** In characters: enough for some dozens of changes, small enough that writing the whole row stays cheap. */
const maxLength = 2_000

/** The changes up to a revision. Empty if a new epoch or an earlier release raised the revision without a list. */
export const changesIn = (text: string | null, revision: number): Changes => {
  const changes: Changes = text === null ? [] : JSON.parse(text)
  return changes.at(-1)?.[0] === revision ? changes : []
}

/**
 * The list to store with the next revision: as many of the latest changes as fit. Works on the text without parsing it,
 * since every write does this; that is safe because no key contains a bracket.
 */
export const withNext = (text: string | null, revision: number, names: Touched['names']): string | null => {
  if (!names) return null
  const next = JSON.stringify([revision + 1, ...names])
  const isNextOf = text !== null && Number.parseInt(text.slice(text.lastIndexOf('[') + 1), 10) === revision
  const all = isNextOf ? `${text.slice(0, -1)},${next}]` : `[${next}]`
  if (all.length <= maxLength) return all
  const tooOld = all.indexOf('],[', all.length - maxLength)
  return tooOld < 0 ? null : `[${all.slice(tooOld + '],'.length)}`
}

/** The names touched since a revision; undefined if some changes since then are not in the list. */
export const namesSince = (changes: Changes, revision: number, from: number): Name[] | undefined => {
  if (from === revision) return []
  const first = changes.findIndex(([at]) => at === from + 1)
  return first < 0 ? undefined : [...new Set(changes.slice(first).flatMap(([, ...names]) => names))]
}
