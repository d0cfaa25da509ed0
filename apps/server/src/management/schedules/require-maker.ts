import { fail } from '@bunting/contract'
import { lackOfRight, scheduleRight } from '../../rules/access/makers.ts'
import type { Schedule } from '../../rules/changes/schedules.ts'
import type { Tables } from '../../store/store.ts'

/**
 * Refuses to start or resume a schedule whose creator lost the right: it acts in their name, so its next step would
 * fail.
 */
export const requireMaker = async (tx: Tables, schedule: Schedule, nowUs: number): Promise<void> => {
  const maker = (await tx.makers.find(schedule.orgId, [schedule.createdBy])).get(schedule.createdBy)
  const lack = lackOfRight(maker, scheduleRight(schedule), Math.floor(nowUs / 1_000))
  if (lack !== undefined) fail('CONFLICT', `${lack} Cancel the schedule, and make another.`)
}
