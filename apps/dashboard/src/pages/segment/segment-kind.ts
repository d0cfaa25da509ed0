import type { Environment } from '@bunting/contract'
import { isolate } from '@bunting/contract/text'
import type { SegmentConfig } from '@bunting/engine'
import { useQuery } from '@tanstack/react-query'
import { findSegmentProposal, useSegmentProposals } from '../../api/proposals.ts'
import { useCreateSegmentProposal } from '../../api/propose.ts'
import { editSegment, editsBetween } from '../../api/segment-edits.ts'
import { useCreateSegmentVersion, useSegmentVersions } from '../../api/segment-versions.ts'
import { type SegmentInList, type SegmentRef, segmentVersionQuery } from '../../api/segments.ts'
import { segmentChanges } from '../../features/diff/changes/segment-changes.ts'
import { SegmentDiff } from '../../features/diff/segment-diff.tsx'
import { segmentDraft } from '../../features/draft/segment-draft.ts'
import { asConfig, mergeSegmentRules } from '../../features/draft/segment-rules.ts'
import type { SegmentDraft } from '../../features/draft/storage/is-segment-draft.ts'
import type { VersionedKind } from '../../features/versions/versioned-kind.ts'
import { saySize } from '../../format/say-size.ts'
import { saySegmentState, segmentState } from './segment-state.ts'

const diff = { changes: segmentChanges, Diff: SegmentDiff }

const words = {
  noVersion: 'Until it has one, no flag here can name this segment. Add somebody under Members.',
  stateOf: segmentState,
  sayState: saySegmentState,
  sayFirst: ({ included, excluded, rules }: SegmentConfig) =>
    saySize({ included: included.length, excluded: excluded.length, rules: rules.length }),
}

/** Describes a segment in one environment to the code that flags and segments share. */
export const segmentKind = (
  segment: SegmentInList,
  environment: Environment,
): VersionedKind<SegmentConfig, SegmentDraft> => {
  const { id, key: segmentKey, projectId, archivedAt, managedBy } = segment
  const segmentRef: SegmentRef = { projectId, segmentKey, envId: environment.id }
  const name = isolate(environment.name)
  return {
    noun: 'segment',
    projectId,
    environment,
    isArchived: archivedAt !== null,
    managedBy,
    hasEmergencies: false,
    asksToRestore: true,
    drafts: {
      ...segmentDraft(segmentRef),
      baseOf: ({ base }) => base,
      // Edits of ids never conflict, edits of rules may.
      merge: ({ rules, ...ids }, live, choose) => {
        const merged = rules && mergeSegmentRules({ were: rules.were, mine: rules.are, theirs: live.rules }, choose)
        const edits = merged ? { ...ids, rules: { were: live.rules, are: merged.rules } } : ids
        return {
          draft: { base: live.version, ...editsBetween(live, editSegment(live, edits)) },
          clashes: merged?.clashes ?? [],
          from: asConfig(rules?.were ?? []),
        }
      },
    },
    versions: {
      useSaving: () => {
        const version = useCreateSegmentVersion()
        const proposal = useCreateSegmentProposal()
        return {
          save: (config, { comment }) => version.mutateAsync({ ...segmentRef, config, comment }),
          propose: (config, proposing) => proposal.mutateAsync({ ...segmentRef, config, ...proposing }),
          isPending: version.isPending || proposal.isPending,
        }
      },
      useVersion: (version, isNeeded) =>
        useQuery({ ...segmentVersionQuery(segmentRef, version), enabled: isNeeded }).data,
      useVersions: () => useSegmentVersions(segment, segmentRef),
      findPending: (proposals) => findSegmentProposal(proposals, id, environment.id),
      useApproved: () => useSegmentProposals(segmentRef, 'approved'),
    },
    diff,
    words: {
      ...words,
      sayServed: () => `${name} serves it now.`,
      unserved: `No flag in ${name} can name it until then`,
    },
  }
}
