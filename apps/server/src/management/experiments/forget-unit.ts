import { endpoints } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { unitsForgotten } from '../../rules/audit/experiments.ts'
import { change } from '../change.ts'
import { requireUnits } from '../telemetry/require-units.ts'

export const forgetUnit = handle(endpoints.forgetUnit, async (ctx) => {
  const { environment, project, body } = ctx
  const forgotten = await requireUnits(ctx).forget(environment.id, body.unit, body.attribute)
  return change(ctx, ctx.actor, async () => ({
    result: forgotten,
    audit: [unitsForgotten(project.id, environment.id, forgotten)],
  }))
})
