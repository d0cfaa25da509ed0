import type { Environment, Flag, Plan } from '@bunting/contract'
import type { FlagConfig } from '@bunting/engine'
import { lackOfRight, type Maker, scheduleRight } from '../../rules/access/makers.ts'
import { lackOfConsent, type Schedule } from '../../rules/changes/schedules.ts'
import { lackOfSchedules } from '../../rules/plans.ts'
import type { Tables } from '../../store/store.ts'
import type { NewFlagVersion } from '../../store/tables/flag-versions.ts'
import { checkSteps } from './check-steps.ts'

/** The flag and the environment of the steps, both locked, and the time. */
export type At = { flag: Flag; environment: Environment; nowUs: number }

/** A config that can be appended, and the ids that it references. */
export type Fitting = Pick<NewFlagVersion, 'config' | 'needs'>
type Fitted = Fitting | { place: number; reason: string }

/** The next config after the steps at these positions; or the step that no longer fits, and why. */
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

/** The reason why a schedule cannot make any version, whatever its steps are. */
export const obstacleTo = (schedule: Schedule, { flag, environment }: At, plan: Plan): string | undefined => {
  if (flag.archivedAt !== null) return 'The flag is archived.'
  return lackOfConsent(schedule, environment) ?? lackOfSchedules(plan, environment, schedule)
}
