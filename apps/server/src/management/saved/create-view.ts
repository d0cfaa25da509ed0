import { endpoints } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { viewCreated } from '../../rules/audit/saved.ts'
import { requirePlace } from '../../rules/saved.ts'
import { change } from '../change.ts'

export const createView = handle(endpoints.createView, (ctx) =>
  change(ctx, ctx.actor, async (tx) => {
    const projectId = ctx.project.id
    await tx.projects.lock(projectId)
    requirePlace('views', await tx.savedViews.count(projectId))
    const fields = { id: ctx.newId('savedView'), projectId, ...ctx.body, createdBy: ctx.actor.id }
    const view = await tx.savedViews.insert(fields, ctx.nowUs())
    return { result: view, audit: [viewCreated(projectId, view)] }
  }),
)
