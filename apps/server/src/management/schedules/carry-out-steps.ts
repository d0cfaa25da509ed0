import type { Deps } from '../../http/deps.ts'
import type { AuditDraft } from '../../rules/audit.ts'
import { scheduleCompleted, scheduleFailed, schedulePaused } from '../../rules/audit-schedules.ts'
import { isHeld } from '../../rules/guardrails.ts'
import {
  complete,
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
import { appendVersion } from './append-version.ts'
import { type At, fitSteps } from './fit-steps.ts'

/** The steps of a locked schedule whose time has come, all of them as one version, and when it is due next. */
export const carryOutSteps = async (
  deps: Pick<Deps, 'newId'>,
  tx: Tables,
  at: At,
  schedule: Schedule,
): Promise<readonly AuditDraft[]> => {
  const due = { kind: 'schedule', subject: schedule.id } as const
  const places = dueSteps(schedule, at.nowUs)
  if (places.length > 0 && isHeld(schedule, at.nowUs)) {
    // Once there is an answer it is put in again.
    await tx.due.remove(due)
    await tx.due.setSooner([{ ...due, kind: 'guardrails' }], at.nowUs)
    return []
  }
  const outcome =
    isLive(schedule) && places.length > 0 ? await carryOut(deps, tx, at, schedule, places) : { schedule, audit: [] }
  if (outcome.schedule !== schedule) await tx.schedules.save(outcome.schedule)
  const next = nextUs(outcome.schedule)
  await (next === undefined ? tx.due.remove(due) : tx.due.set(due, next))
  return outcome.audit
}

const carryOut = async (
  deps: Pick<Deps, 'newId'>,
  tx: Tables,
  at: At,
  schedule: LiveSchedule,
  places: readonly number[],
): Promise<{ schedule: Schedule; audit: readonly AuditDraft[] }> => {
  const { flag, environment, nowUs } = at
  const latest = await tx.flagVersions.latest({ flagId: flag.id, environmentId: environment.id })
  if (latest?.version !== schedule.seenVersion) {
    const paused = pause(schedule, 'It was paused because the config was changed by hand.')
    return { schedule: paused, audit: [schedulePaused(flag, paused)] }
  }
  const fitted = await fitSteps(tx, at, schedule, places, latest.config)
  if ('reason' in fitted) {
    const failed = failStep(schedule, fitted.place, fitted.reason, nowUs)
    return { schedule: failed, audit: [scheduleFailed(flag, failed)] }
  }
  const { version, created } = await appendVersion(deps, tx, at, schedule, fitted)
  const done = stepsDone(schedule, places, version, nowUs)
  if (nextStep(done)) return { schedule: done, audit: [created] }
  const completed = complete(done, nowUs)
  return { schedule: completed, audit: [created, scheduleCompleted(flag, completed)] }
}
