import type { Deps } from '../../http/deps.ts'
import { type AuditDraft, flagVersionCreated } from '../../rules/audit.ts'
import type { Schedule } from '../../rules/schedules.ts'
import type { Tables } from '../../store/store.ts'
import type { At, Fitting } from './fit-steps.ts'

/** A version that a schedule makes, in its creator's name. */
export const appendVersion = async (
  { newId }: Pick<Deps, 'newId'>,
  tx: Tables,
  { flag, environment, nowUs }: At,
  schedule: Schedule,
  fitting: Fitting,
): Promise<{ version: number; created: AuditDraft }> => {
  const why = { scheduleId: schedule.id, comment: schedule.comment }
  const made = { id: newId('flagVersion'), createdBy: schedule.createdBy, proposalId: null, ...why }
  const place = { flagId: flag.id, environmentId: environment.id }
  const version = await tx.flagVersions.append({ ...place, ...made, ...fitting }, nowUs)
  return { version: version.version, created: flagVersionCreated(flag, version, why) }
}
