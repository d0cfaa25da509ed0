import { endpoints } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'

export const listViews = handle(endpoints.listViews, (ctx) => ctx.store.savedViews.list(ctx.project.id, ctx.query))

export const listContexts = handle(endpoints.listContexts, (ctx) =>
  ctx.store.savedContexts.list(ctx.project.id, ctx.query),
)
