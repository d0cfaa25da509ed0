import { endpoints } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { schedulePaused } from '../../rules/audit/schedules.ts'
import { pause, requireRunning } from '../../rules/changes/schedules.ts'
import { change } from '../change.ts'
import { flagOf } from './flag-of.ts'
import { showSchedule } from './show-schedule.ts'

export const pauseSchedule = handle(endpoints.pauseSchedule, (ctx) =>
  change(ctx, ctx.actor, async (tx) => {
    const paused = pause(requireRunning(await tx.schedules.lock(ctx.schedule.id)), 'It was paused by hand.')
    await tx.schedules.save(paused)
    return { result: showSchedule(paused), audit: [schedulePaused(await flagOf(tx, paused), paused)] }
  }),
)
