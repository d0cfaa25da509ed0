import { endpoints } from '@bunting/contract'
import { handle } from '../../http/handle.ts'

export const listMembers = handle(endpoints.listMembers, (ctx) => ctx.store.users.list(ctx.actor.orgId, ctx.query))
