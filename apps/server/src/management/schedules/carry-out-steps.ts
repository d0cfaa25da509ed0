import type { FlagVersion, Plan } from '@bunting/contract'
import type { Deps } from '../../http/endpoint/deps.ts'
import type { Maker } from '../../rules/access/makers.ts'
import type { AuditDraft } from '../../rules/audit/audit.ts'
import { scheduleCompleted, scheduleFailed, schedulePaused } from '../../rules/audit/schedules.ts'
import { isHeld } from '../../rules/changes/guardrails.ts'
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
} from '../../rules/changes/schedules.ts'
import type { Tables } from '../../store/store.ts'
import type { NewFlagVersion } from '../../store/tables/flag-versions.ts'
import { type At, fitSteps } from './fit-steps.ts'
import { makeVersion } from './make-version.ts'

/** The data that running the steps of a schedule needs. */
type Known = At & { plan: Plan; maker: Maker | undefined; latest: FlagVersion | undefined }

type Outcome = {
  schedule: Schedule
  audit: readonly AuditDraft[]
  version?: NewFlagVersion
}

/** The outcome to store, and the time at which the schedule is due next; null if it is not. */
type CarriedOut = Outcome & { nextUs: number | null }

/** Runs the due steps of a locked schedule, all of them as one version. */
export const carryOutSteps = async (
  deps: Pick<Deps, 'newId'>,
  tx: Tables,
  at: Known,
  schedule: Schedule,
): Promise<CarriedOut> => {
  const positions = dueSteps(schedule, at.nowUs)
  if (positions.length > 0 && isHeld(schedule, at.nowUs)) {
    // The answer of the guardrails will set the schedule due again.
    await tx.due.setSooner([{ kind: 'guardrails', subject: schedule.id }], at.nowUs)
    return { schedule, audit: [], nextUs: null }
  }
  const outcome =
    isLive(schedule) && positions.length > 0
      ? await carryOut(deps, tx, at, schedule, positions)
      : { schedule, audit: [] }
  return { ...outcome, nextUs: nextUs(outcome.schedule) ?? null }
}

const carryOut = async (
  deps: Pick<Deps, 'newId'>,
  tx: Tables,
  at: Known,
  schedule: LiveSchedule,
  positions: readonly number[],
): Promise<Outcome> => {
  const { flag, latest, nowUs } = at
  if (latest?.version !== schedule.seenVersion) {
    const paused = pause(schedule, 'It was paused because the config was changed by hand.')
    return { schedule: paused, audit: [schedulePaused(flag, paused)] }
  }
  const fitted = await fitSteps(tx, at, schedule, positions, latest.config)
  if ('reason' in fitted) {
    const failed = failStep(schedule, fitted.place, fitted.reason, nowUs)
    return { schedule: failed, audit: [scheduleFailed(flag, failed)] }
  }
  const { version, created } = makeVersion(deps, at, schedule, fitted)
  const done = stepsDone(schedule, positions, fitted.config.version, nowUs)
  if (nextStep(done)) return { schedule: done, audit: [created], version }
  const completed = complete(done, nowUs)
  return { schedule: completed, audit: [created, scheduleCompleted(flag, completed)], version }
}
