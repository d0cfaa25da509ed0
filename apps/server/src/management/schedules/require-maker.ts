import { fail } from '@bunting/contract'
import { lackOfRight, scheduleRight } from '../../rules/access/makers.ts'
import type { Schedule } from '../../rules/changes/schedules.ts'
import type { Tables } from '../../store/store.ts'

/**
 * A schedule acts in its creator's name: refuses to start or resume one whose creator lost the right, as its next step
 * would fail.
 */
export const requireMaker = async (tx: Tables, schedule: Schedule, nowUs: number): Promise<void> => {
  const maker = (await tx.makers.find(schedule.orgId, [schedule.createdBy])).get(schedule.createdBy)
  const lack = lackOfRight(maker, scheduleRight(schedule), Math.floor(nowUs / 1_000))
  if (lack !== undefined) fail('CONFLICT', `${lack} Cancel the schedule, and make another.`)
}
