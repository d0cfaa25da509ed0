import type { FlagConfig, SegmentConfig } from '@bunting/engine'
import { useEffect, useMemo, useState } from 'react'
import { editSegment, noSegment } from '../../api/segment-edits.ts'
import { useLatestSegment } from '../../api/segment-versions.ts'
import { useSegmentVersion } from '../../api/segments.ts'
import { useBecause, useSession } from '../../api/session.ts'
import { attributesOf } from '../../features/draft/attributes-of.ts'
import { editSegmentDraft, segmentDraft } from '../../features/draft/segment-draft.ts'
import { asConfig, asSegmentRules, segmentRuleProblems } from '../../features/draft/segment-rules.ts'
import type { Editing } from '../../features/rule-editor/editing.ts'
import { useShownProblems } from '../../features/rule-editor/use-shown-problems.ts'
import { attributeOf } from '../../features/segments/units.ts'
import type { SegmentProps } from './segment-props.ts'

const archivedReason = 'The segment is archived. Bring it back to change it.'
const planReason = 'Segments need the Pro or Enterprise plan.'
const lockedReason = 'Patterns and countries by address need the Pro or Enterprise plan.'

/** The state of the editor: the draft, or the live version if nothing was changed. */
export const useSegmentEditing = ({ segment, segmentRef, environment }: SegmentProps) => {
  const { plan } = useSession()
  const mayNot = useBecause('editor')
  const kept = segmentDraft(segmentRef).useDraft()
  // A user who may no longer edit sees the live config, not their old draft.
  const draft = mayNot === undefined ? kept : undefined
  const { data: latest, error, refetch } = useLatestSegment(segment, segmentRef)
  const isThere = segment.versions[segmentRef.envId] !== undefined
  const live: SegmentConfig | null = latest?.config ?? null
  // A draft has edits of the version that it started from, which may no longer be the latest.
  const from = draft && draft.base !== (live?.version ?? 0) ? draft.base : 0
  const { data: before } = useSegmentVersion(segmentRef, from)
  const base = from > 0 ? before?.config : draft && draft.base === 0 ? noSegment : (live ?? noSegment)
  const isLoading = base === undefined || (isThere && !latest)
  const config = useMemo(() => (draft && base ? editSegment(base, draft) : (base ?? noSegment)), [base, draft])

  const found = useMemo(() => segmentRuleProblems(config), [config])
  const { problems, ...shown } = useShownProblems(config, found)

  const because = mayNot ?? (segment.archivedAt === null ? undefined : archivedReason)
  const change = (next: (now: SegmentConfig) => SegmentConfig) => editSegmentDraft(segmentRef, base ?? noSegment, next)
  return {
    draft,
    live,
    base: base ?? noSegment,
    config,
    isLoading,
    error,
    retry: () => void refetch(),
    because,
    notSaving: plan === 'free' ? planReason : undefined,
    locked: plan === 'free' ? lockedReason : undefined,
    projectId: segmentRef.projectId,
    environment,
    change,
    attributes: useMemo(() => attributesOf(attributeOf(segment.unit), config.rules), [segment.unit, config]),
    problems,
    findProblems: () => found,
    ...shown,
  }
}

export type SegmentEditing = ReturnType<typeof useSegmentEditing>

/** The context of the rule editor. It stays the same object while the user types. */
export const useRuleEditing = ({ projectId, environment, because, locked, change }: SegmentEditing): Editing => {
  const [latest] = useState(() => ({ change }))
  useEffect(() => {
    latest.change = change
  })
  return useMemo<Editing>(
    () => ({
      projectId,
      type: 'boolean',
      variants: [],
      gives: false,
      environment,
      because,
      locked,
      edit: (next: (config: FlagConfig) => FlagConfig) =>
        latest.change((now) => ({ ...now, rules: asSegmentRules(next(asConfig(now.rules))) })),
    }),
    [projectId, environment, because, locked, latest],
  )
}
