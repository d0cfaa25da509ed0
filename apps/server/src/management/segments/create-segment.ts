import { endpoints } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { segmentCreated } from '../../rules/audit/audit.ts'
import { requireRoom } from '../../rules/plans.ts'
import { change } from '../change.ts'

export const createSegment = handle(endpoints.createSegment, (ctx) =>
  change(ctx, ctx.actor, async (tx) => {
    await tx.projects.lock(ctx.project.id)
    requireRoom(ctx.actor.plan, 'segments', await tx.segments.count(ctx.project.id))
    if (ctx.body.large) requireRoom(ctx.actor.plan, 'large segments', await tx.segments.countLarge(ctx.project.id))
    const fields = { id: ctx.newId('segment'), orgId: ctx.actor.orgId, projectId: ctx.project.id, ...ctx.body }
    const segment = await tx.segments.insert(fields, ctx.nowUs())
    return { result: { ...segment, versions: {} }, audit: [segmentCreated(segment)] }
  }),
)
