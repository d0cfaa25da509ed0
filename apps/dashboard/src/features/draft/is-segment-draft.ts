import type { SegmentEdits } from '../../api/segment-edits.ts'
import { hasFields, isAbsentOr, isListOf, isRule, isText } from './is-draft.ts'

/**
 * What somebody wants to change of a segment, and the version they saw (0 where there was none). Not the segment as it
 * would be: its lists are long, and who is added or taken out holds in any version.
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
