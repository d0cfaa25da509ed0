import { endpoints, type Schedule as ShownSchedule } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { scheduleResumed } from '../../rules/audit/schedules.ts'
import type { Proposal, ResumeContent } from '../../rules/changes/proposals.ts'
import { isLate } from '../../rules/changes/schedules.ts'
import { requireProposals } from '../../rules/plans.ts'
import { type Changed, change } from '../change.ts'
import { propose } from '../proposals/propose.ts'
import { goOn } from './go-on.ts'
import { setDue } from './set-due.ts'
import { showSchedule } from './show-schedule.ts'

export const resumeSchedule = handle(endpoints.resumeSchedule, (ctx) =>
  change(ctx, ctx.actor, async (tx): Promise<Changed<ShownSchedule | (Proposal & ResumeContent)>> => {
    const flag = await tx.flags.lock(ctx.schedule.flagId)
    const environment = await tx.environments.lock(ctx.schedule.environmentId)
    const schedule = await tx.schedules.lock(ctx.schedule.id)
    const nowUs = await tx.clock.nowUs()
    const resumed = await goOn(tx, { flag, environment, plan: ctx.actor.plan, nowUs }, schedule)
    if (environment.strict && isLate(resumed, nowUs)) {
      // The approval was for steps at their times: running overdue ones needs another approval.
      requireProposals(ctx.actor.plan)
      return propose(ctx, tx, {
        projectId: flag.projectId,
        environmentId: environment.id,
        subject: flag,
        content: {
          kind: 'resume',
          change: { resumed: true },
          flagId: flag.id,
          scheduleId: schedule.id,
          proposedConfig: null,
        },
      })
    }
    await tx.schedules.save(resumed)
    await setDue(tx, resumed, nowUs)
    return { result: showSchedule(resumed), audit: [scheduleResumed(flag, resumed)] }
  }),
)
