import { endpoints } from '@bunting/contract'
import { handle } from '../../http/handle.ts'
import { flagCreated } from '../../rules/audit.ts'
import { change } from '../change.ts'

export const createFlag = handle(endpoints.createFlag, (ctx) =>
  change(ctx, ctx.actor, async (tx) => {
    const fields = { id: ctx.newId('flag'), orgId: ctx.actor.orgId, projectId: ctx.project.id, ...ctx.body }
    const flag = await tx.flags.insert(fields, ctx.nowUs())
    return { result: { ...flag, versions: {} }, audit: [flagCreated(flag)] }
  }),
)
