import { endpoints } from '@bunting/contract'
import { handle } from '../../http/handle.ts'
import { environmentCreated } from '../../rules/audit.ts'
import { change } from '../change.ts'

export const createEnvironment = handle(endpoints.createEnvironment, (ctx) =>
  change(ctx, ctx.actor, async (tx) => {
    const fields = { id: ctx.newId('environment'), projectId: ctx.project.id, ...ctx.body }
    const environment = await tx.environments.insert(fields, ctx.nowUs())
    return { result: environment, audit: [environmentCreated(ctx.project.id, environment)] }
  }),
)
