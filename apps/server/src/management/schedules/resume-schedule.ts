import { endpoints } from '@bunting/contract'
import { handle } from '../../http/handle.ts'
import { scheduleResumed } from '../../rules/audit-schedules.ts'
import { requireActive } from '../../rules/flag-config.ts'
import { requireSchedules } from '../../rules/plans.ts'
import { requirePaused, requireResumable, resume } from '../../rules/schedules.ts'
import { change } from '../change.ts'
import { requireMaker } from './require-maker.ts'
import { setDue } from './set-due.ts'
import { showSchedule } from './show-schedule.ts'

export const resumeSchedule = handle(endpoints.resumeSchedule, (ctx) =>
  change(ctx, ctx.actor, async (tx) => {
    const flag = await tx.flags.lock(ctx.schedule.flagId)
    const environment = await tx.environments.lock(ctx.schedule.environmentId)
    const schedule = await tx.schedules.lock(ctx.schedule.id)
    requireSchedules(ctx.actor.plan, environment, schedule)
    const paused = requirePaused(schedule)
    requireActive(flag)
    const latest = await tx.flagVersions.latest({ flagId: flag.id, environmentId: environment.id })
    const version = latest?.version ?? 0
    requireResumable(paused, environment, version)
    const nowUs = await tx.clock.nowUs()
    await requireMaker(tx, paused, nowUs)
    const resumed = resume(paused, version)
    await tx.schedules.save(resumed)
    await setDue(tx, resumed, nowUs)
    return { result: showSchedule(resumed), audit: [scheduleResumed(flag, resumed)] }
  }),
)
