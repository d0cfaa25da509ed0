import type { FlagConfig, SegmentConfig } from '@bunting/engine'
import { useChange } from './core/change.ts'
import { api } from './core/client.ts'
import { environmentKeys } from './environments.ts'
import { type FlagRef, toBody } from './flag-versions.ts'
import { proposalKeys } from './proposals.ts'
import { toSegmentBody } from './segment-versions.ts'
import { type SegmentRef, segmentKeys } from './segments.ts'
import { waitingKeys } from './waiting.ts'

/** The parts of a proposal beside the config. */
type Proposing = {
  comment?: string | undefined
  /** The user's own pending proposal there, which this one replaces. */
  replaces?: string | undefined
}
type NewProposal = Omit<FlagRef, 'projectId'> & { config: FlagConfig } & Proposing

export const useCreateProposal = (projectId: string) =>
  useChange({
    run: ({ envId, flagKey, config, comment, replaces }: NewProposal) =>
      api.createProposal({
        params: { projectId, envId, flagKey },
        body: {
          ...toBody(config),
          ...(comment === undefined ? {} : { comment }),
          ...(replaces === undefined ? {} : { replaces }),
        },
      }),
    touches: () => touched(projectId),
  })

type NewSegmentProposal = SegmentRef & { config: SegmentConfig } & Proposing

export const useCreateSegmentProposal = () =>
  useChange({
    run: ({ config, comment, replaces, ...segmentRef }: NewSegmentProposal) =>
      api.createSegmentProposal({
        params: segmentRef,
        body: { ...toSegmentBody(config, comment), ...(replaces === undefined ? {} : { replaces }) },
      }),
    touches: ({ projectId }) => touched(projectId),
  })

type Review = { proposalId: string; note?: string }
/** An approval, with the version that the page showed: if there is a newer one, it is a conflict. */
type Approval = Review & { expectedVersion?: number | undefined }

const noteBody = (note: string | undefined) => (note ? { note } : {})

export const useApproveProposal = (projectId: string) =>
  useChange({
    run: ({ proposalId, note, expectedVersion }: Approval) =>
      api.approveProposal({
        params: { proposalId },
        body: { ...noteBody(note), ...(expectedVersion === undefined ? {} : { expectedVersion }) },
      }),
    touches: () => [
      ...touched(projectId),
      ['flags', projectId],
      ['flag-versions', projectId],
      environmentKeys.all(projectId),
      segmentKeys.all(projectId),
      ['schedules', projectId],
    ],
    failed: 'Not approved',
  })

/** Rejects a proposal, or withdraws the user's own. */
export const useRejectProposal = (projectId: string, failed = 'Not rejected') =>
  useChange({
    run: ({ proposalId, note }: Review) => api.rejectProposal({ params: { proposalId }, body: noteBody(note) }),
    touches: () => touched(projectId),
    failed,
  })

const touched = (projectId: string) => [proposalKeys.all(projectId), waitingKeys.all, ['audit', projectId]]
