import { endpoints } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'

export const listActors = handle(endpoints.listActors, async (ctx) => {
  const [keys, users] = await Promise.all([
    ctx.store.apiKeys.describe(ctx.actor.orgId, ctx.query.ids),
    ctx.store.users.describe(ctx.actor.orgId, ctx.query.ids),
  ])
  return {
    items: [
      ...keys.map(({ id, description }) => ({ id, type: 'api_key' as const, name: description })),
      ...users.map(({ id, name }) => ({ id, type: 'user' as const, name })),
    ],
  }
})
