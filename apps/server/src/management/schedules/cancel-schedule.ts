import { endpoints } from '@bunting/contract'
import { reviewerOf } from '../../http/auth/actor.ts'
import { handle } from '../../http/endpoint/handle.ts'
import { cancelSchedules } from '../../leftovers/cancel-schedules.ts'
import { requireLive } from '../../rules/changes/schedules.ts'
import { change } from '../change.ts'
import { showSchedule } from './show-schedule.ts'

export const cancelSchedule = handle(endpoints.cancelSchedule, (ctx) =>
  change(ctx, ctx.actor, async (tx) => {
    const by = reviewerOf(ctx.actor)
    const { cancelled, audit } = await cancelSchedules(by, tx, [ctx.schedule], () => 'It was cancelled by hand.')
    const schedule = cancelled[0] ?? requireLive(await tx.schedules.lock(ctx.schedule.id))
    return { result: showSchedule(schedule), audit }
  }),
)
