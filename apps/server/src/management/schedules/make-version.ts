import type { Deps } from '../../http/endpoint/deps.ts'
import { type AuditDraft, versionCreated } from '../../rules/audit/audit.ts'
import type { Schedule } from '../../rules/changes/schedules.ts'
import type { NewFlagVersion } from '../../store/tables/flag-versions.ts'
import type { At, Fitting } from './fit-steps.ts'

/** A version made by a schedule, in its creator's name, and its audit entry. */
export const makeVersion = (
  { newId }: Pick<Deps, 'newId'>,
  { flag, environment: { id: environmentId } }: At,
  schedule: Schedule,
  fitting: Fitting,
): { version: NewFlagVersion; created: AuditDraft } => {
  const id = newId('flagVersion')
  const why = { scheduleId: schedule.id, comment: schedule.comment }
  const made = { createdBy: schedule.createdBy, proposalId: null, ...why }
  const named = { id, environmentId, version: fitting.config.version }
  return {
    version: { id, flagId: flag.id, environmentId, ...made, ...fitting },
    created: versionCreated(flag, named, why),
  }
}
