import { endpoints, type SdkType } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { firstHour } from '../../rules/usage/usage-window.ts'
import { isoTime } from '../../store/core/list.ts'
import { requireTelemetry } from '../telemetry/require-telemetry.ts'

export const getDayUsage = handle(endpoints.getDayUsage, async (ctx) => {
  requireTelemetry(ctx)
  const asked = await ctx.store.usageHours.askedBy(ctx.project.id, ctx.flag.key, firstHour(ctx.nowUs() / 1_000))
  const items = asked.map(({ environmentId, sdkType, total, lastMs }) => ({
    environmentId,
    sdkType: sdkType as SdkType,
    total,
    lastEvaluatedAt: isoTime(lastMs * 1_000),
  }))
  return { items }
})
