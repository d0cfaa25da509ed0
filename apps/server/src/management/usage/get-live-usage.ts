import { endpoints, fail } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { requireTelemetry } from '../telemetry/require-telemetry.ts'

export const getLiveUsage = handle(endpoints.getLiveUsage, async (ctx) => {
  const telemetry = requireTelemetry(ctx)
  const environment = await ctx.store.environments.find(ctx.project.id, ctx.query.environmentId)
  const { id } = environment ?? fail('RESOURCE_NOT_FOUND', 'There is no such environment.')
  return telemetry.live(id, ctx.flag.key, Math.floor(ctx.nowUs() / 1_000))
})
