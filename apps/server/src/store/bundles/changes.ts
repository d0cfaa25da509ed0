import type { EnvironmentId } from '@bunting/contract'
import { isSegment, type Subject } from '../../rules/configs/subject.ts'

/** A flag or a segment of a bundle, by its key. */
export type Name = `f:${string}` | `s:${string}`

export const flagName = (key: string): Name => `f:${key}`
export const segmentName = (key: string): Name => `s:${key}`

export const nameOf = (subject: Subject): Name => (isSegment(subject) ? segmentName : flagName)(subject.key)

/** What a change touched in an environment: undefined where that cannot be told, or is too much. */
export type Touched = { environmentId: EnvironmentId; names: readonly Name[] | undefined }

/** That one of them was saved, and others may be needed since or no longer. */
export const touching = (environmentId: EnvironmentId, name: Name, others: readonly Name[] | undefined): Touched => ({
  environmentId,
  names: others && [name, ...others],
})

/** What each of the latest revisions touched, in their order and none left out. */
export type Changes = readonly (readonly [revision: number, ...names: Name[]])[]

/** In characters: some dozens of changes, and a row that is still written as a whole. */
const maxLength = 2_000

/** Those up to the revision. A new epoch, and an earlier release, raise it without a list: then none are known. */
export const changesIn = (text: string | null, revision: number): Changes => {
  const changes: Changes = text === null ? [] : JSON.parse(text)
  return changes.at(-1)?.[0] === revision ? changes : []
}

/**
 * What is to be remembered with the next revision: as many of the latest changes as there is room for. Nothing is parsed,
 * since every write does this: no key has a bracket.
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

/** What was touched since a revision; undefined where not all of it is known. */
export const namesSince = (changes: Changes, revision: number, from: number): Name[] | undefined => {
  if (from === revision) return []
  const first = changes.findIndex(([at]) => at === from + 1)
  return first < 0 ? undefined : [...new Set(changes.slice(first).flatMap(([, ...names]) => names))]
}
