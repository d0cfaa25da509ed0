import type { SegmentRule } from '@bunting/engine'
import { hasFields, isAbsentOr, isListOf, isRule, isText } from './is-draft.ts'

/** Ids that somebody put into a list, and ids that they took out of it. */
export type IdEdits = { added: readonly string[]; removed: readonly string[] }

/**
 * What somebody wants to change of a segment, and the version they saw (0 where there was none). Not the segment as it
 * would be: its lists are long, and who is added or taken out holds in any version.
 */
export type SegmentDraft = {
  base: number
  included: IdEdits
  excluded: IdEdits
  /** Where rules were edited: as they were in `base`, and as they are to be. */
  rules?: { were: readonly SegmentRule[]; are: readonly SegmentRule[] }
}

const isIdEdits = hasFields({ added: isListOf(isText), removed: isListOf(isText) })

const isShaped = hasFields({
  base: Number.isInteger,
  included: isIdEdits,
  excluded: isIdEdits,
  rules: isAbsentOr(hasFields({ were: isListOf(isRule), are: isListOf(isRule) })),
})

export const isSegmentDraft = (value: unknown): value is SegmentDraft => isShaped(value)
