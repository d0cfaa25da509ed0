import { type ActorId, ApiError, fail } from '@bunting/contract'
import type { Deps } from '../../http/endpoint/deps.ts'
import type { AuditDraft } from '../../rules/audit/audit.ts'
import { scheduleCancelled, scheduleFailed } from '../../rules/audit/schedules.ts'
import {
  cancel,
  type EndedSchedule,
  failRollback,
  type LiveSchedule,
  rolledBackWords,
} from '../../rules/changes/schedules.ts'
import { flagName, type Touched, touching } from '../../store/bundles/changes.ts'
import type { Tables } from '../../store/store.ts'
import { settleVersions } from '../experiments/settle-versions.ts'
import { checkConfig } from '../versions/check-config.ts'
import { type At, type Fitting, obstacleTo } from './fit-steps.ts'
import { makeVersion } from './make-version.ts'

type RolledBack = { schedule: EndedSchedule; audit: readonly AuditDraft[]; environments?: readonly Touched[] }

/** The reason for the rollback, as the end of a sentence, and its actor. */
type Cause = { why: string; by: ActorId }

/** Ends a schedule, and restores the config from before its first step. */
export const rollBack = async (
  deps: Pick<Deps, 'newId'>,
  tx: Tables,
  at: At,
  schedule: LiveSchedule,
  { why, by }: Cause,
): Promise<RolledBack> => {
  const { flag, environment, nowUs } = at
  if (schedule.steps.every(({ status }) => status === 'waiting')) {
    const cancelled = cancel(schedule, `It was cancelled before its first step ${why}.`, nowUs)
    return { schedule: cancelled, audit: [scheduleCancelled(flag, cancelled)] }
  }
  const where = `to version ${schedule.baseVersion} ${why}.`
  const fitted = await fitBase(tx, at, schedule)
  if ('reason' in fitted) {
    const failed = failRollback(schedule, `It could not be rolled back ${where} ${fitted.reason}`, nowUs)
    return { schedule: failed, audit: [scheduleFailed(flag, failed)] }
  }
  const { version, created } = makeVersion(deps, at, { ...schedule, createdBy: by }, fitted)
  const { segments } = await tx.flagVersions.append(version, nowUs)
  const settled = await settleVersions(tx, environment.id, [version])
  const cancelled = cancel(schedule, `${rolledBackWords} ${where}`, nowUs)
  return {
    schedule: cancelled,
    audit: [created, scheduleCancelled(flag, cancelled), ...settled],
    environments: [touching(environment.id, flagName(flag.key), segments)],
  }
}

/** A config that was active can be restored, whatever the organization's plan is by now. */
const plan = 'enterprise'

/** The config from before the first step, or the problem that saving it would have. */
const fitBase = async (tx: Tables, at: At, schedule: LiveSchedule): Promise<Fitting | { reason: string }> => {
  const { flag, environment } = at
  const obstacle = obstacleTo(schedule, at, plan)
  if (obstacle !== undefined) return { reason: obstacle }
  const place = { flagId: flag.id, environmentId: environment.id }
  const { config: base } =
    (await tx.flagVersions.find(place, schedule.baseVersion)) ?? fail('INTERNAL_ERROR', 'Versions are never removed.')
  const config = { ...base, version: schedule.seenVersion + 1 }
  try {
    return { config, needs: await checkConfig(tx, plan, { subject: flag, environment }, config) }
  } catch (error) {
    if (error instanceof ApiError) return { reason: sayError(error) }
    throw error
  }
}

const sayError = ({ message, details: [detail] = [] }: ApiError): string =>
  detail ? `${message} ${detail.path} ${detail.message}.` : message
