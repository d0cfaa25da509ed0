import { endpoints, type Flag, type FlagVersion, fail } from '@bunting/contract'
import type { Deps } from '../../http/endpoint/deps.ts'
import { handle, proposed } from '../../http/endpoint/handle.ts'
import { scheduleRight } from '../../rules/access/makers.ts'
import { scheduleCreated, scheduleStarted } from '../../rules/audit/schedules.ts'
import { newSteps, refuseTimes, stepValueProblems } from '../../rules/changes/new-steps.ts'
import { start, withTimes } from '../../rules/changes/schedules.ts'
import { refuseSteps } from '../../rules/changes/step-changes.ts'
import { requireActive } from '../../rules/configs/flag-config.ts'
import { requireSchedules } from '../../rules/plans.ts'
import type { NewSchedule } from '../../store/tables/schedules.ts'
import { change } from '../change.ts'
import { lockMaker } from '../lock-maker.ts'
import { propose } from '../proposals/propose.ts'
import { checkSteps } from './check-steps.ts'
import { setDue } from './set-due.ts'
import { showSchedule } from './show-schedule.ts'

export const createSchedule = handle(
  endpoints.createSchedule,
  (ctx) =>
    change(ctx, ctx.actor, async (tx) => {
      await lockMaker(tx, ctx.actor, scheduleRight(ctx.flag))
      const flag = await tx.flags.lock(ctx.flag.id)
      const environment = await tx.environments.lock(ctx.environment.id)
      const nowUs = await tx.clock.nowUs()
      const steps = newSteps(ctx.body.steps)
      refuseTimes(steps, nowUs)
      requireSchedules(ctx.actor.plan, environment, ctx.body)
      if (ctx.body.guardrails.length > 0) requirePrometheus(ctx)
      const place = { flagId: flag.id, environmentId: environment.id }
      const { config, version } = requireConfig(flag, await tx.flagVersions.latest(place))
      refuseSteps((await checkSteps(tx, flag, environment.id, config, steps)).problems)
      requireActive(flag)
      if (await tx.schedules.lockLive(place)) {
        fail('CONFLICT', `A schedule of ${flag.key} in ${environment.slug} has not ended yet: cancel it first.`)
      }
      const draft: NewSchedule = {
        ...place,
        id: ctx.newId('schedule'),
        orgId: ctx.actor.orgId,
        projectId: flag.projectId,
        status: 'pending',
        reason: null,
        steps: withTimes(steps, null),
        guardrails: ctx.body.guardrails,
        guardAnswers: null,
        comment: ctx.body.comment ?? null,
        createdBy: ctx.actor.id,
        baseVersion: version,
        seenVersion: version,
        endedUs: null,
      }
      if (!environment.protected) {
        const schedule = await tx.schedules.insert(start(draft, nowUs, version), ctx.nowUs())
        await setDue(tx, schedule, nowUs)
        return {
          result: showSchedule(schedule),
          audit: [scheduleCreated(flag, schedule), scheduleStarted(flag, schedule)],
        }
      }
      const schedule = await tx.schedules.insert(draft, ctx.nowUs())
      const { result: proposal, audit } = await propose(ctx, tx, {
        projectId: flag.projectId,
        environmentId: environment.id,
        subject: flag,
        content: { kind: 'schedule', flagId: flag.id, scheduleId: schedule.id, proposedConfig: null },
        comment: ctx.body.comment,
      })
      return {
        result: { ...showSchedule({ ...schedule, proposalId: proposal.id }), [proposed]: true as const },
        audit: [scheduleCreated(flag, schedule), ...audit],
      }
    }),
  (body, { flag }) => stepValueProblems(body, flag.type),
)

const requirePrometheus = ({ prometheus }: Pick<Deps, 'prometheus'>): void => {
  if (!prometheus) {
    fail('SERVICE_UNAVAILABLE', 'No Prometheus is set up for guardrails to ask: see BUNTING_PROMETHEUS_URL.')
  }
}

const requireConfig = (flag: Flag, latest: FlagVersion | undefined): FlagVersion =>
  latest ?? fail('CONFLICT', `The flag ${flag.key} has no config in this environment yet: save one first.`)
