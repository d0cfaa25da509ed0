import type { Environment, Flag, Plan } from '@bunting/contract'
import {
  type LiveSchedule,
  requirePaused,
  requireResumable,
  resume,
  type Schedule,
} from '../../rules/changes/schedules.ts'
import { requireActive } from '../../rules/configs/flag-config.ts'
import { requireSchedules } from '../../rules/plans.ts'
import type { Tables } from '../../store/store.ts'
import { requireMaker } from './require-maker.ts'

type At = { flag: Flag; environment: Environment; plan: Plan; nowUs: number }

/** Resumes a locked schedule from the current config, or fails if that is not possible. */
export const goOn = async (
  tx: Tables,
  { flag, environment, plan, nowUs }: At,
  schedule: Schedule,
): Promise<LiveSchedule> => {
  requireSchedules(plan, environment, schedule)
  const paused = requirePaused(schedule)
  requireActive(flag)
  const latest = await tx.flagVersions.latest({ flagId: flag.id, environmentId: environment.id })
  const version = latest?.version ?? 0
  requireResumable(paused, environment, version)
  await requireMaker(tx, paused, nowUs)
  return resume(paused, version)
}
