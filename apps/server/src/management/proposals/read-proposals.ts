import { endpoints } from '@bunting/contract'
import { handle } from '../../http/handle.ts'

export const listFlagProposals = handle(endpoints.listFlagProposals, (ctx) =>
  ctx.store.proposals.listOfFlag({ flagId: ctx.flag.id, environmentId: ctx.environment.id }, ctx.query),
)

export const listSegmentProposals = handle(endpoints.listSegmentProposals, (ctx) =>
  ctx.store.proposals.listOfSegment({ segmentId: ctx.segment.id, environmentId: ctx.environment.id }, ctx.query),
)

export const listProjectProposals = handle(endpoints.listProjectProposals, (ctx) =>
  ctx.store.proposals.listOfProject(ctx.project.id, ctx.query),
)

export const getProposal = handle(endpoints.getProposal, async (ctx) => ctx.proposal)
