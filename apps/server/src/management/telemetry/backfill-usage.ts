import { type EnvironmentId, endpoints, fail } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { addDays, dayOf } from '../../rules/usage/days.ts'
import { requireTelemetry } from './require-telemetry.ts'

export const backfillUsage = handle(endpoints.backfillUsage, async (ctx) => {
  const telemetry = requireTelemetry(ctx)
  const { date, environmentId } = ctx.body
  requireKept(date, dayOf(ctx.nowUs() / 1_000), ctx.eventRetentionDays)
  const [found] = await ctx.store.environments.ownedBy(ctx.actor.orgId, [environmentId])
  if (!found) fail('RESOURCE_NOT_FOUND', 'There is no such environment.')
  const upserted = await telemetry.aggregate(date, environmentId as EnvironmentId)
  return { date, environmentId, upserted }
})

const requireKept = (date: string, today: string, retentionDays: number): void => {
  const problem = (message: string) =>
    fail('VALIDATION_ERROR', 'The body is not as described.', [{ path: 'date', message }])
  if (date > today) problem('must not be in the future')
  const oldest = addDays(today, -retentionDays)
  if (date < oldest) problem(`must not be before ${oldest}: older events are not kept`)
}
