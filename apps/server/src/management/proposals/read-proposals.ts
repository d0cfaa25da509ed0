import { endpoints } from '@bunting/contract'
import { reviewerOf } from '../../http/auth/actor.ts'
import { handle } from '../../http/endpoint/handle.ts'
import { plainEmail } from '../../rules/access/admission.ts'
import { reviewingOf } from '../../rules/access/permissions.ts'
import { isNew } from '../../rules/access/standing.ts'

export const listFlagProposals = handle(endpoints.listFlagProposals, (ctx) =>
  ctx.store.proposals.listOfFlag({ flagId: ctx.flag.id, environmentId: ctx.environment.id }, ctx.query),
)

export const listFlagProposalsEverywhere = handle(endpoints.listFlagProposalsEverywhere, (ctx) =>
  ctx.store.proposals.listOfFlagEverywhere(ctx.flag.id, ctx.query),
)

export const listSegmentProposals = handle(endpoints.listSegmentProposals, (ctx) =>
  ctx.store.proposals.listOfSegment({ segmentId: ctx.segment.id, environmentId: ctx.environment.id }, ctx.query),
)

export const listProjectProposals = handle(endpoints.listProjectProposals, (ctx) =>
  ctx.store.proposals.listOfProject(ctx.project.id, ctx.query),
)

export const listWaitingProposals = handle(endpoints.listWaitingProposals, async (ctx) => {
  const { actor, approvals, strictReviewerHours, store, query } = ctx
  const reviewer = reviewerOf(actor)
  const person = reviewer.personId === null ? undefined : await store.users.find(actor.orgId, reviewer.personId)
  const address = person?.email ? plainEmail(person.email) : null
  const newcomer = person !== undefined && isNew(person, strictReviewerHours, ctx.nowUs())
  return store.waitingProposals.list({ ...reviewer, address, newcomer, ...reviewingOf(approvals, actor) }, query)
})

export const getProposal = handle(endpoints.getProposal, async (ctx) => ctx.proposal)
