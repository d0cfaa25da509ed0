import { endpoints } from '@bunting/contract'
import { handle } from '../../http/handle.ts'
import { environmentCreated } from '../../rules/audit.ts'
import { requireRoom, requireStrict } from '../../rules/plans.ts'
import { change } from '../change.ts'

export const createEnvironment = handle(endpoints.createEnvironment, (ctx) =>
  change(ctx, ctx.actor, async (tx) => {
    if (ctx.body.strict) requireStrict(ctx.actor.plan)
    await tx.projects.lock(ctx.project.id)
    requireRoom(ctx.actor.plan, 'environments', await tx.environments.count(ctx.project.id))
    const fields = { id: ctx.newId('environment'), projectId: ctx.project.id, ...ctx.body }
    const environment = await tx.environments.insert(fields, ctx.nowUs())
    return { result: environment, audit: [environmentCreated(ctx.project.id, environment)] }
  }),
)
