import { endpoints, limits, type SdkType } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { addDays, dayOf } from '../../rules/usage/days.ts'
import { seenSdkDays } from '../../rules/usage/usage-window.ts'
import { requireTelemetry } from '../telemetry/require-telemetry.ts'

export const getSdks = handle(endpoints.getSdks, async (ctx) => {
  requireTelemetry(ctx)
  const since = addDays(dayOf(ctx.nowUs() / 1_000), -seenSdkDays)
  const rows = await ctx.store.seenSdks.list(ctx.environment.id, since, limits.seenSdks)
  const items = rows.map(({ sdk_type, sdk_version, day }) => ({
    sdkType: sdk_type as SdkType,
    sdkVersion: sdk_version,
    lastSeenOn: day,
  }))
  return { items }
})
