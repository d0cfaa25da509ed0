import { endpoints } from '@bunting/contract'
import { handle } from '../../http/handle.ts'
import { requireLive } from '../../rules/schedules.ts'
import { change } from '../change.ts'
import { cancelSchedules } from './cancel-schedules.ts'
import { showSchedule } from './show-schedule.ts'

export const cancelSchedule = handle(endpoints.cancelSchedule, (ctx) =>
  change(ctx, ctx.actor, async (tx) => {
    const { cancelled, audit } = await cancelSchedules(ctx.actor, tx, [ctx.schedule], () => 'It was cancelled by hand.')
    const schedule = cancelled[0] ?? requireLive(await tx.schedules.lock(ctx.schedule.id))
    return { result: showSchedule(schedule), audit }
  }),
)
