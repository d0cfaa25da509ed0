import { endpoints } from '@bunting/contract'
import { reviewerOf } from '../../http/actor.ts'
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

export const listWaitingProposals = handle(
  endpoints.listWaitingProposals,
  async ({ actor, approvals, store, query }) => {
    const { personId, ...reviewer } = reviewerOf(actor)
    const addresses = await store.users.addressesOf(personId === null ? [] : [personId])
    const by = { ...reviewer, personId, address: (personId && addresses.get(personId)) ?? null }
    return store.waitingProposals.list({ ...by, ...reviewingOf(approvals, actor) }, query)
  },
)

export const getProposal = handle(endpoints.getProposal, async (ctx) => ctx.proposal)
