import { endpoints } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { flagCreated } from '../../rules/audit/audit.ts'
import { flagSchemaProblems } from '../../rules/configs/flag-schema.ts'
import { requireRoom } from '../../rules/plans.ts'
import { change } from '../change.ts'
import { requireOwner } from './require-owner.ts'

export const createFlag = handle(
  endpoints.createFlag,
  (ctx) =>
    change(ctx, ctx.actor, async (tx) => {
      await requireOwner(tx, ctx.actor.orgId, ctx.body.ownerId)
      await tx.projects.lock(ctx.project.id)
      requireRoom(ctx.actor.plan, 'flags', await tx.flags.count(ctx.project.id))
      const { comment, ...body } = ctx.body
      const fields = { id: ctx.newId('flag'), orgId: ctx.actor.orgId, projectId: ctx.project.id, ...body }
      const flag = await tx.flags.insert(fields, ctx.nowUs())
      return { result: { ...flag, versions: {} }, audit: [flagCreated(flag, { comment })] }
    }),
  (body) => flagSchemaProblems(Object(body).schema, Object(body).type),
)
