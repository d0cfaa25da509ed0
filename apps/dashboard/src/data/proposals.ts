import type { ProposalStatus } from '@bunting/contract'
import type { FlagConfig, SegmentConfig } from '@bunting/engine'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useChange } from './change.ts'
import { api } from './client.ts'
import { environmentKeys } from './environments.ts'
import { pages, useEveryPage, usePages } from './every-page.ts'
import { type FlagPlace, toBody } from './flag-versions.ts'
import { toSegmentBody } from './segment-versions.ts'
import { type SegmentPlace, segmentKeys } from './segments.ts'
import { waitingKeys } from './waiting.ts'

export const proposalKeys = {
  all: (projectId: string) => ['proposals', projectId],
  lists: (projectId: string) => ['proposals', projectId, 'list'],
  anyOne: (projectId: string) => ['proposals', projectId, 'one'],
  one: (projectId: string, proposalId: string) => ['proposals', projectId, 'one', proposalId],
}

const proposalsQuery = (projectId: string, status?: ProposalStatus) =>
  pages([...proposalKeys.lists(projectId), status], (query) =>
    api.listProjectProposals({ params: { projectId }, query: { ...query, status } }),
  )

/** Newest first, of one status or of all. */
export const useProposals = (projectId: string, status?: ProposalStatus) => usePages(proposalsQuery(projectId, status))

export type Proposal = NonNullable<ReturnType<typeof useProposals>['items']>[number]
/** As most are; what else is proposed says its `kind`. */
export type ConfigProposal = Proposal & { flagId: string; proposedConfig: FlagConfig }
export type SegmentProposal = Proposal & { segmentId: string; proposedConfig: SegmentConfig }

export const isOfConfig = (proposal: Proposal): proposal is ConfigProposal => proposal.kind === undefined

export const isOfSegment = (proposal: Proposal): proposal is SegmentProposal => proposal.kind === 'segment'

export const isOfSchedule = ({ kind }: Proposal): boolean => kind === 'schedule'

/** Their own is amended by the proposer: a proposed config gives way to another. */
export const isAmendable = (proposal: Proposal, userId: string): proposal is ConfigProposal =>
  isOfConfig(proposal) && proposal.status === 'pending' && proposal.createdBy === userId

/** The one config, or schedule of configs, that may wait for a flag in an environment. */
export const findConfig = (proposals: readonly Proposal[], flagId: string, environmentId: string) =>
  proposals.find(
    (one) =>
      (isOfConfig(one) || isOfSchedule(one) || one.kind === 'resume') &&
      one.flagId === flagId &&
      one.environmentId === environmentId,
  )

/** Of one flag in one environment, of one status. */
export const useFlagProposals = (place: FlagPlace, status: ProposalStatus) =>
  useEveryPage(
    pages([...proposalKeys.lists(place.projectId), place.envId, place.flagKey, status], (query) =>
      api.listFlagProposals({ params: place, query: { ...query, status } }),
    ),
  )

/** The one config that may wait for a segment in an environment. */
export const findSegmentProposal = (proposals: readonly Proposal[], segmentId: string, environmentId: string) =>
  proposals.find((one) => isOfSegment(one) && one.segmentId === segmentId && one.environmentId === environmentId)

/** Of one segment in one environment, of one status. Each has every id, so that few are asked for at once. */
export const useSegmentProposals = (place: SegmentPlace, status: ProposalStatus) =>
  usePages(
    pages(
      [...proposalKeys.lists(place.projectId), place.envId, 'segment', place.segmentKey, status],
      (query) => api.listSegmentProposals({ params: place, query: { ...query, status } }),
      maxSegmentProposals,
    ),
  )

const maxSegmentProposals = 20

/** Everything that waits for a review in the project, whoever's it is: what a flag shows. */
export const usePendingProposals = (projectId: string) => useEveryPage(proposalsQuery(projectId, 'pending'))

export const proposalQuery = (projectId: string, proposalId: string) =>
  queryOptions({
    queryKey: proposalKeys.one(projectId, proposalId),
    queryFn: () => api.getProposal({ params: { proposalId } }),
  })

export const useProposal = (projectId: string, proposalId: string) => useQuery(proposalQuery(projectId, proposalId))

/** What is said besides the config. */
type Proposing = {
  comment?: string | undefined
  /** A proposal of one's own that waits there: it is taken back for this one. */
  replaces?: string | undefined
}
type NewProposal = Omit<FlagPlace, 'projectId'> & { config: FlagConfig } & Proposing

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

type NewSegmentProposal = SegmentPlace & { config: SegmentConfig } & Proposing

export const useCreateSegmentProposal = () =>
  useChange({
    run: ({ config, comment, replaces, ...place }: NewSegmentProposal) =>
      api.createSegmentProposal({
        params: place,
        body: { ...toSegmentBody(config, comment), ...(replaces === undefined ? {} : { replaces }) },
      }),
    touches: ({ projectId }) => touched(projectId),
  })

type Review = { proposalId: string; note?: string }
/** Approves a proposal, with the version that the page showed: another one by then is a conflict. */
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

/** Also how one withdraws one's own. */
export const useRejectProposal = (projectId: string, failed = 'Not rejected') =>
  useChange({
    run: ({ proposalId, note }: Review) => api.rejectProposal({ params: { proposalId }, body: noteBody(note) }),
    touches: () => touched(projectId),
    failed,
  })

const touched = (projectId: string) => [proposalKeys.all(projectId), waitingKeys.all, ['audit', projectId]]
