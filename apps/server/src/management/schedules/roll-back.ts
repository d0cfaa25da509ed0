import type { EnvironmentId } from '@bunting/contract'
import type { Deps } from '../../http/deps.ts'
import type { AuditDraft } from '../../rules/audit.ts'
import { scheduleCancelled, scheduleFailed } from '../../rules/audit-schedules.ts'
import { cancel, type EndedSchedule, failRollback, type LiveSchedule } from '../../rules/schedules.ts'
import type { Tables } from '../../store/store.ts'
import { appendVersion } from './append-version.ts'
import { type At, fitConfig } from './fit-config.ts'

type RolledBack = { schedule: EndedSchedule; audit: readonly AuditDraft[]; environments?: readonly EnvironmentId[] }

/** Ends a schedule, and brings the config from before its first step back. */
export const rollBack = async (
  deps: Pick<Deps, 'newId'>,
  tx: Tables,
  at: At,
  schedule: LiveSchedule,
  because: string,
): Promise<RolledBack> => {
  const { flag, environment, nowUs } = at
  const { baseVersion, seenVersion } = schedule
  if (schedule.steps.every(({ status }) => status === 'waiting')) {
    const cancelled = cancel(schedule, `It was cancelled before its first step because of ${because}.`, nowUs)
    return { schedule: cancelled, audit: [scheduleCancelled(flag, cancelled)] }
  }
  const base = await tx.flagVersions.find({ flagId: flag.id, environmentId: environment.id }, baseVersion)
  const fitted = base
    ? await fitConfig(tx, at, schedule, { ...base.config, version: seenVersion + 1 })
    : { reason: 'it is not there.' }
  if ('reason' in fitted) {
    const reason = `It could not be rolled back to version ${baseVersion}: ${fitted.reason} That was because of ${because}.`
    const failed = failRollback(schedule, reason, nowUs)
    return { schedule: failed, audit: [scheduleFailed(flag, failed)] }
  }
  const { created } = await appendVersion(deps, tx, at, schedule, fitted)
  const cancelled = cancel(schedule, `It was rolled back to version ${baseVersion} because of ${because}.`, nowUs)
  return { schedule: cancelled, audit: [created, scheduleCancelled(flag, cancelled)], environments: [environment.id] }
}
