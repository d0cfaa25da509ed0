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

/** The proposals of a project, newest first, of one status or of all. */
export const useProposals = (projectId: string, status?: ProposalStatus) => usePages(proposalsQuery(projectId, status))

export type Proposal = NonNullable<ReturnType<typeof useProposals>['items']>[number]
/** A proposed flag config, the most common proposal; the others have a `kind`. */
export type ConfigProposal = Proposal & { flagId: string; proposedConfig: FlagConfig }
export type SegmentProposal = Proposal & { segmentId: string; proposedConfig: SegmentConfig }

export const isOfConfig = (proposal: Proposal): proposal is ConfigProposal => proposal.kind === undefined

export const isOfSegment = (proposal: Proposal): proposal is SegmentProposal => proposal.kind === 'segment'

/** An upload to a large segment. */
export const isOfIds = ({ kind }: Proposal): boolean => kind === 'segmentIds'

export const isOfSchedule = ({ kind }: Proposal): boolean => kind === 'schedule'

export const isOfExperiment = ({ kind }: Proposal): boolean => kind === 'experiment'

/** Tells whether the user may amend the proposal: a pending config, of a flag or a segment, that they proposed. */
export const isAmendable = (proposal: Proposal, userId: string): boolean =>
  (isOfConfig(proposal) || isOfSegment(proposal)) && proposal.status === 'pending' && proposal.createdBy === userId

/** The pending config or schedule of a flag in an environment: there is at most one. */
export const findConfig = (proposals: readonly Proposal[], flagId: string, environmentId: string) =>
  proposals.find(
    (one) =>
      (isOfConfig(one) || isOfSchedule(one) || one.kind === 'resume') &&
      one.flagId === flagId &&
      one.environmentId === environmentId,
  )

/** The proposals of one flag in one environment, of one status. */
export const useFlagProposals = (flagRef: FlagRef, status: ProposalStatus) =>
  useEveryPage(
    pages([...proposalKeys.lists(flagRef.projectId), flagRef.envId, flagRef.flagKey, status], (query) =>
      api.listFlagProposals({ params: flagRef, query: { ...query, status } }),
    ),
  )

/** The proposals of one flag in every environment, of any status. */
export const useFlagProposalsEverywhere = (projectId: string, flagKey: string) =>
  useEveryPage(
    pages([...proposalKeys.lists(projectId), 'everywhere', flagKey], (query) =>
      api.listFlagProposalsEverywhere({ params: { projectId, flagKey }, query }),
    ),
  )

/** The pending config of a segment in an environment: there is at most one. */
export const findSegmentProposal = (proposals: readonly Proposal[], segmentId: string, environmentId: string) =>
  proposals.find((one) => isOfSegment(one) && one.segmentId === segmentId && one.environmentId === environmentId)

/** The proposals of one segment in one environment, of one status. Each holds every id, so the pages are small. */
export const useSegmentProposals = (segmentRef: SegmentRef, status: ProposalStatus) =>
  usePages(
    pages(
      [...proposalKeys.lists(segmentRef.projectId), segmentRef.envId, 'segment', segmentRef.segmentKey, status],
      (query) => api.listSegmentProposals({ params: segmentRef, query: { ...query, status } }),
      maxSegmentProposals,
    ),
  )

const maxSegmentProposals = 20

/** Every pending proposal of the project, by any author. Flags show their own. */
export const usePendingProposals = (projectId: string) => useEveryPage(proposalsQuery(projectId, 'pending'))

export const proposalQuery = (projectId: string, proposalId: string) =>
  queryOptions({
    queryKey: proposalKeys.one(projectId, proposalId),
    queryFn: () => api.getProposal({ params: { proposalId } }),
  })

export const useProposal = (projectId: string, proposalId: string) => useQuery(proposalQuery(projectId, proposalId))
