import { endpoints } from '@bunting/contract'
import { handle } from '../../http/handle.ts'

export const listProjectProposals = handle(endpoints.listProjectProposals, (ctx) =>
  ctx.store.proposals.listOfProject(ctx.project.id, ctx.query),
)
