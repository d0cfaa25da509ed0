import type { ProposalStatus } from '@bunting/contract'
import type { FlagConfig, SegmentConfig } from '@bunting/engine'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from './core/client.ts'
import { pages, useEveryPage, usePages } from './core/every-page.ts'
import type { FlagRef } from './flag-versions.ts'
import type { SegmentRef } from './segments.ts'

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

/** An upload to a large segment. */
export const isOfIds = ({ kind }: Proposal): boolean => kind === 'segmentIds'

export const isOfSchedule = ({ kind }: Proposal): boolean => kind === 'schedule'

/** Their own is amended by the proposer: a proposed config, of a flag or a segment, gives way to another. */
export const isAmendable = (proposal: Proposal, userId: string): boolean =>
  (isOfConfig(proposal) || isOfSegment(proposal)) && proposal.status === 'pending' && proposal.createdBy === userId

/** The one config, or schedule of configs, that may wait for a flag in an environment. */
export const findConfig = (proposals: readonly Proposal[], flagId: string, environmentId: string) =>
  proposals.find(
    (one) =>
      (isOfConfig(one) || isOfSchedule(one) || one.kind === 'resume') &&
      one.flagId === flagId &&
      one.environmentId === environmentId,
  )

/** Of one flag in one environment, of one status. */
export const useFlagProposals = (flagRef: FlagRef, status: ProposalStatus) =>
  useEveryPage(
    pages([...proposalKeys.lists(flagRef.projectId), flagRef.envId, flagRef.flagKey, status], (query) =>
      api.listFlagProposals({ params: flagRef, query: { ...query, status } }),
    ),
  )

/** Of one flag in every environment, whatever became of them. */
export const useFlagProposalsEverywhere = (projectId: string, flagKey: string) =>
  useEveryPage(
    pages([...proposalKeys.lists(projectId), 'everywhere', flagKey], (query) =>
      api.listFlagProposalsEverywhere({ params: { projectId, flagKey }, query }),
    ),
  )

/** The one config that may wait for a segment in an environment. */
export const findSegmentProposal = (proposals: readonly Proposal[], segmentId: string, environmentId: string) =>
  proposals.find((one) => isOfSegment(one) && one.segmentId === segmentId && one.environmentId === environmentId)

/** Of one segment in one environment, of one status. Each has every id, so that few are asked for at once. */
export const useSegmentProposals = (segmentRef: SegmentRef, status: ProposalStatus) =>
  usePages(
    pages(
      [...proposalKeys.lists(segmentRef.projectId), segmentRef.envId, 'segment', segmentRef.segmentKey, status],
      (query) => api.listSegmentProposals({ params: segmentRef, query: { ...query, status } }),
      maxSegmentProposals,
    ),
  )

const maxSegmentProposals = 20

/** Every pending proposal of the project, by any author: flags show theirs. */
export const usePendingProposals = (projectId: string) => useEveryPage(proposalsQuery(projectId, 'pending'))

export const proposalQuery = (projectId: string, proposalId: string) =>
  queryOptions({
    queryKey: proposalKeys.one(projectId, proposalId),
    queryFn: () => api.getProposal({ params: { proposalId } }),
  })

export const useProposal = (projectId: string, proposalId: string) => useQuery(proposalQuery(projectId, proposalId))
