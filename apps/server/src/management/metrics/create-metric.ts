import { endpoints } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { metricCreated } from '../../rules/audit/experiments.ts'
import { requireRoom } from '../../rules/plans.ts'
import { change } from '../change.ts'

export const createMetric = handle(endpoints.createMetric, (ctx) =>
  change(ctx, ctx.actor, async (tx) => {
    const { actor, body, project } = ctx
    await tx.projects.lock(project.id)
    requireRoom(actor.plan, 'metrics', await tx.metrics.count(project.id))
    const metric = await tx.metrics.insert(
      {
        ...body,
        id: ctx.newId('metric'),
        orgId: actor.orgId,
        projectId: project.id,
        adjust: body.adjust ?? body.kind !== 'ratio',
        createdBy: actor.id,
      },
      ctx.nowUs(),
    )
    return { result: metric, audit: [metricCreated(metric)] }
  }),
)
