import type { SegmentConfig } from '@bunting/engine'
import { editSegment, editsBetween, isNoEdit, noSegment } from '../../api/segment-edits.ts'
import type { SegmentRef } from '../../api/segments.ts'
import { draftsOf } from './storage/drafts-of.ts'
import type { SegmentDraft } from './storage/is-segment-draft.ts'

/** The draft of a segment in an environment. */
export const segmentDraft = draftsOf<SegmentRef, SegmentConfig, SegmentDraft>({
  keyOf: ({ projectId, envId, segmentKey }) => [projectId, envId, 'segment', segmentKey],
  isEmpty: isNoEdit,
  restOf: (draft, { base, config, becomes }) => {
    const further = editsBetween(config, editSegment(base ?? noSegment, draft))
    if (isNoEdit(further)) return undefined
    return becomes ? { base: becomes.version, ...further } : draft
  },
})

/** Edits the current draft, or starts one. `base` is the config that it starts from. */
export const editSegmentDraft = (
  segmentRef: SegmentRef,
  base: SegmentConfig,
  change: (config: SegmentConfig) => SegmentConfig,
): void => {
  const { read, keep } = segmentDraft(segmentRef)
  const draft = read()
  const now = draft ? editSegment(base, draft) : base
  keep({ base: draft?.base ?? base.version, ...editsBetween(base, change(now)) })
}
