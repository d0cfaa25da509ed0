import { endpoints } from '@bunting/contract'
import { handle } from '../../http/handle.ts'

export const listFlagProposals = handle(endpoints.listFlagProposals, (ctx) =>
  ctx.store.proposals.listOfFlag({ flagId: ctx.flag.id, environmentId: ctx.environment.id }, ctx.query),
)
