import type { Environment, Flag, Plan } from '@bunting/contract'
import type { FlagConfig } from '@bunting/engine'
import { lackOfRight, type Maker, scheduleRight } from '../../rules/access/makers.ts'
import { lackOfConsent, type Schedule } from '../../rules/changes/schedules.ts'
import { lackOfSchedules } from '../../rules/plans.ts'
import type { Tables } from '../../store/store.ts'
import type { NewFlagVersion } from '../../store/tables/flag-versions.ts'
import { checkSteps } from './check-steps.ts'

/** Where and when steps are run: both are locked. */
export type At = { flag: Flag; environment: Environment; nowUs: number }

/** A config that can be appended, and what it needs. */
export type Fitting = Pick<NewFlagVersion, 'config' | 'needs'>
type Fitted = Fitting | { place: number; reason: string }

/** The next config, as the steps at these places leave it; or which of them no longer fits, and why. */
export const fitSteps = async (
  tx: Tables,
  at: At & { plan: Plan; maker: Maker | undefined },
  schedule: Schedule,
  positions: readonly number[],
  active: FlagConfig,
): Promise<Fitted> => {
  const nowMs = Math.floor(at.nowUs / 1_000)
  const obstacle = obstacleTo(schedule, at, at.plan) ?? lackOfRight(at.maker, scheduleRight(schedule), nowMs)
  if (obstacle !== undefined) return misfit(positions[0] ?? 0, obstacle)
  const { config, problems } = await checkSteps(tx, at.flag, at.environment.id, active, schedule.steps, positions)
  const [problem] = problems
  if (problem) return misfit(problem.place, `${problem.path} ${problem.message}.`.trim())
  return { config: { ...config, version: active.version + 1 }, needs: 'as before' }
}

const misfit = (place: number, why: string): Fitted => ({ place, reason: `Step ${place + 1} no longer fits: ${why}` })

/** What keeps a schedule from making a version, whatever is in it. */
export const obstacleTo = (schedule: Schedule, { flag, environment }: At, plan: Plan): string | undefined => {
  if (flag.archivedAt !== null) return 'The flag is archived.'
  return lackOfConsent(schedule, environment) ?? lackOfSchedules(plan, environment, schedule)
}
