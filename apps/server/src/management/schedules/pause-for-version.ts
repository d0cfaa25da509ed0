import type { EnvironmentId, Flag } from '@bunting/contract'
import type { AuditDraft } from '../../rules/audit/audit.ts'
import { schedulePaused } from '../../rules/audit/schedules.ts'
import { pause } from '../../rules/changes/schedules.ts'
import type { Tables } from '../../store/store.ts'

/** Pauses the flag's schedule after a change by hand, since it was made for another config. */
export const pauseForVersion = async (
  tx: Tables,
  flag: Flag,
  { environmentId, version }: { environmentId: EnvironmentId; version: number },
): Promise<AuditDraft[]> => {
  const schedule = await tx.schedules.lockLive({ flagId: flag.id, environmentId })
  if (schedule?.status !== 'running') return []
  const paused = pause(schedule, `It was paused because version ${version} was saved by hand.`)
  await tx.schedules.save(paused)
  return [schedulePaused(flag, paused)]
}
