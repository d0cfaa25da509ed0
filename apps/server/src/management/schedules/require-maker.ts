import { fail } from '@bunting/contract'
import { lackOfRight, scheduleRight } from '../../rules/access/makers.ts'
import type { Schedule } from '../../rules/changes/schedules.ts'
import type { Tables } from '../../store/store.ts'

/** What is started or goes on does so in its maker's name: its next step would fail. */
export const requireMaker = async (tx: Tables, schedule: Schedule, nowUs: number): Promise<void> => {
  const maker = (await tx.makers.find(schedule.orgId, [schedule.createdBy])).get(schedule.createdBy)
  const lack = lackOfRight(maker, scheduleRight(schedule), Math.floor(nowUs / 1_000))
  if (lack !== undefined) fail('CONFLICT', `${lack} Cancel the schedule, and make another.`)
}
