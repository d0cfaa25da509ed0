import { endpoints } from '@bunting/contract'
import { personOf } from '../../http/actor.ts'
import { handle } from '../../http/handle.ts'
import { reviewingOf } from '../../rules/permissions.ts'

export const listFlagProposals = handle(endpoints.listFlagProposals, (ctx) =>
  ctx.store.proposals.listOfFlag({ flagId: ctx.flag.id, environmentId: ctx.environment.id }, ctx.query),
)

export const listSegmentProposals = handle(endpoints.listSegmentProposals, (ctx) =>
  ctx.store.proposals.listOfSegment({ segmentId: ctx.segment.id, environmentId: ctx.environment.id }, ctx.query),
)

export const listProjectProposals = handle(endpoints.listProjectProposals, (ctx) =>
  ctx.store.proposals.listOfProject(ctx.project.id, ctx.query),
)

export const listWaitingProposals = handle(endpoints.listWaitingProposals, ({ actor, approvals, store, query }) => {
  const by = { orgId: actor.orgId, id: actor.id, personId: personOf(actor) }
  return store.waitingProposals.list({ ...by, ...reviewingOf(approvals, actor) }, query)
})

export const getProposal = handle(endpoints.getProposal, async (ctx) => ctx.proposal)
