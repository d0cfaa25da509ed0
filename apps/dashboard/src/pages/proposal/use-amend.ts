import type { SegmentConfig } from '@bunting/engine'
import { useNavigate } from '@tanstack/react-router'
import { toast } from '../../api/core/toast.tsx'
import { editsBetween } from '../../api/segment-edits.ts'
import { flagDraft } from '../../features/draft/draft.ts'
import { segmentDraft } from '../../features/draft/segment-draft.ts'
import type { ConfigProps, SegmentProps } from './proposal-props.ts'
import type { Sides } from './use-sides.tsx'

/** Opens the editor with what is proposed as the draft: what is proposed from there takes its place. Undefined until its base is here. */
export const useAmend = ({ projectId, proposal, flag, environment }: ConfigProps, { base }: Sides) => {
  const navigate = useNavigate()
  const place = { projectId, envId: environment.id, flagKey: flag.key }
  const { keep, useDraft } = flagDraft(place)
  const other = useDraft()
  if (base.config === undefined) return undefined
  const from = base.config
  return () => {
    keep({ base: from, config: { ...proposal.proposedConfig, version: from?.version ?? 0 } })
    void navigate({
      to: '/projects/$projectId/flags/$flagKey',
      params: { projectId, flagKey: flag.key },
      search: { env: environment.slug },
    })
    if (other) tellGaveWay(() => keep(other))
  }
}

const tellGaveWay = (undo: () => void): void =>
  toast({
    kind: 'yes',
    title: 'Your unsaved changes gave way to the proposal',
    action: { label: 'Undo', run: undo },
  })

/** The same of a segment, whose draft is what is changed of the version that is there. */
export const useAmendSegment = ({ projectId, proposal, segment, environment }: SegmentProps, from: SegmentConfig) => {
  const navigate = useNavigate()
  const place = { projectId, envId: environment.id, segmentKey: segment.key }
  const { keep, useDraft } = segmentDraft(place)
  const other = useDraft()
  return () => {
    keep({ base: from.version, ...editsBetween(from, proposal.proposedConfig) })
    void navigate({
      to: '/projects/$projectId/segments/$segmentKey',
      params: { projectId, segmentKey: segment.key },
      search: { env: environment.slug },
    })
    if (other) tellGaveWay(() => keep(other))
  }
}
