import type { EnvironmentId, Flag } from '@bunting/contract'
import type { AuditDraft } from '../../rules/audit/audit.ts'
import { schedulePaused } from '../../rules/audit/schedules.ts'
import { pause } from '../../rules/changes/schedules.ts'
import type { Tables } from '../../store/store.ts'

/** Whoever changes a config by hand changes what a schedule of it was made for: it waits for somebody to look at it. */
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
