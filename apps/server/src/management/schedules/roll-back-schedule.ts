import { endpoints, fail } from '@bunting/contract'
import { reviewerOf } from '../../http/auth/actor.ts'
import { handle } from '../../http/endpoint/handle.ts'
import { requirePending, review } from '../../rules/changes/proposals.ts'
import { requireBegun, requireResumable } from '../../rules/changes/schedules.ts'
import { isoTime } from '../../store/core/list.ts'
import { change } from '../change.ts'
import { settleRejected } from '../proposals/settle-rejected.ts'
import { rollBack } from './roll-back.ts'
import { showSchedule } from './show-schedule.ts'

export const rollBackSchedule = handle(endpoints.rollBackSchedule, (ctx) =>
  change(ctx, ctx.actor, async (tx) => {
    const flag = await tx.flags.lock(ctx.schedule.flagId)
    const environment = await tx.environments.lock(ctx.schedule.environmentId)
    // Locked before the schedule, in the same order as by an approval.
    const waiting = await tx.proposals.lockResume({ flagId: flag.id, environmentId: environment.id })
    const schedule = requireBegun(await tx.schedules.lock(ctx.schedule.id))
    const latest = await tx.flagVersions.latest({ flagId: flag.id, environmentId: environment.id })
    const seenVersion = latest?.version ?? 0
    requireResumable(schedule, environment, seenVersion)
    const at = { flag, environment, nowUs: await tx.clock.nowUs() }
    const cause = { why: 'by hand', by: ctx.actor.id }
    const { schedule: ended, ...outcome } = await rollBack(ctx, tx, at, { ...schedule, seenVersion }, cause)
    // The caller gets the reason; the schedule stays as it was.
    if (ended.status === 'failed') fail('CONFLICT', ended.reason ?? '')
    await tx.schedules.save(ended)
    const over = { by: reviewerOf(ctx.actor), at: isoTime(at.nowUs), note: 'The schedule was rolled back.' }
    const rejected = waiting ? [review(requirePending(waiting), 'rejected', over)] : []
    const audit = [...outcome.audit, ...(await settleRejected(tx, rejected))]
    return { result: showSchedule(ended), ...outcome, audit }
  }),
)
