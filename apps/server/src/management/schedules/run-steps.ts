import type { EnvironmentId, ScheduleId } from '@bunting/contract'
import type { Deps } from '../../http/deps.ts'
import type { AuditDraft } from '../../rules/audit.ts'
import { scheduleCompleted, scheduleFailed, schedulePaused } from '../../rules/audit-schedules.ts'
import { isHeld } from '../../rules/guardrails.ts'
import {
  complete,
  creatorOf,
  dueSteps,
  failStep,
  isLive,
  type LiveSchedule,
  nextStep,
  nextUs,
  pause,
  type Schedule,
  stepsDone,
} from '../../rules/schedules.ts'
import type { Tables } from '../../store/store.ts'
import { change } from '../change.ts'
import { appendVersion } from './append-version.ts'
import { type At, fitSteps } from './fit-steps.ts'

/** What became of it. */
type Outcome = { schedule: Schedule; audit: readonly AuditDraft[]; environments?: readonly EnvironmentId[] }

/**
 * Carries out the steps of a schedule whose time has come, all of them as one version. Whoever comes second finds under
 * the same locks that they are done: that each is done once hangs on nothing else.
 */
export const runSteps =
  (deps: Deps) =>
  async (subject: string): Promise<void> => {
    const due = { kind: 'schedule', subject } as const
    const found = await deps.store.schedules.findById(subject as ScheduleId)
    if (!found) return deps.store.due.remove(due)
    await change(deps, creatorOf(found), async (tx) => {
      const flag = await tx.flags.lock(found.flagId)
      const environment = await tx.environments.lock(found.environmentId)
      const schedule = await tx.schedules.lock(found.id)
      const nowUs = await tx.clock.nowUs()
      const places = dueSteps(schedule, nowUs)
      if (places.length > 0 && isHeld(schedule, nowUs)) {
        // Once there is an answer it is put in again.
        await tx.due.remove(due)
        await tx.due.setSooner([{ kind: 'guardrails', subject }], nowUs)
        return { result: {}, audit: [] }
      }
      const at = { flag, environment, nowUs }
      const outcome =
        isLive(schedule) && places.length > 0 ? await carryOut(deps, tx, at, schedule, places) : { schedule, audit: [] }
      if (outcome.schedule !== schedule) await tx.schedules.save(outcome.schedule)
      const next = nextUs(outcome.schedule)
      await (next === undefined ? tx.due.remove(due) : tx.due.set(due, next))
      return { result: {}, ...outcome }
    })
  }

const carryOut = async (
  deps: Pick<Deps, 'newId'>,
  tx: Tables,
  at: At,
  schedule: LiveSchedule,
  places: readonly number[],
): Promise<Outcome> => {
  const { flag, environment, nowUs } = at
  const place = { flagId: flag.id, environmentId: environment.id }
  const latest = await tx.flagVersions.latest(place)
  if (latest?.version !== schedule.seenVersion) {
    const paused = pause(schedule, 'The config was changed by hand.')
    return { schedule: paused, audit: [schedulePaused(flag, paused)] }
  }
  const fitted = await fitSteps(tx, at, schedule, places, latest.config)
  if ('reason' in fitted) {
    const failed = failStep(schedule, fitted.place, fitted.reason, nowUs)
    return { schedule: failed, audit: [scheduleFailed(flag, failed)] }
  }
  const { version, created } = await appendVersion(deps, tx, at, schedule, fitted)
  const done = stepsDone(schedule, places, version, nowUs)
  const environments = [environment.id]
  if (nextStep(done)) return { schedule: done, audit: [created], environments }
  const completed = complete(done, nowUs)
  return { schedule: completed, audit: [created, scheduleCompleted(flag, completed)], environments }
}
