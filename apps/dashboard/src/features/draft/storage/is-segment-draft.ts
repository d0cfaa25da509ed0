import type { SegmentEdits } from '../../../api/segment-edits.ts'
import { hasFields, isAbsentOr, isListOf, isRule, isText } from './is-draft.ts'

/**
 * A user's edits of a segment, and the version they saw (0 if there was none). It does not hold the resulting segment: its
 * lists are long, and added or removed ids apply to any version.
 */
export type SegmentDraft = SegmentEdits & { base: number }

const isIdEdits = hasFields({ added: isListOf(isText), removed: isListOf(isText) })

const isShaped = hasFields({
  base: Number.isInteger,
  included: isIdEdits,
  excluded: isIdEdits,
  rules: isAbsentOr(hasFields({ were: isListOf(isRule), are: isListOf(isRule) })),
})

export const isSegmentDraft = (value: unknown): value is SegmentDraft => isShaped(value)
