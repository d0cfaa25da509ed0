import { endpoints } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'

export const listInvitations = handle(endpoints.listInvitations, (ctx) =>
  ctx.store.invitations.list(ctx.actor.orgId, ctx.query),
)
