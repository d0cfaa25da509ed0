import { scheduleRight } from '../rules/access/makers.ts'
import type { Schedule } from '../rules/changes/schedules.ts'
import { cancelSchedules } from './cancel-schedules.ts'
import type { Leftover } from './leftover.ts'

/** Every step of a schedule is a change in its maker's name. */
export const schedules: Leftover = async (tx, by, makers, lackOf) => {
  const reasonOf = (schedule: Schedule) => lackOf(schedule.createdBy, scheduleRight(schedule))
  const live = await tx.schedules.listLiveOf(by.orgId, makers)
  const lacking = live.filter((schedule) => reasonOf(schedule) !== undefined)
  const { cancelled, audit } = await cancelSchedules(by, tx, lacking, (schedule) => reasonOf(schedule) as string)
  return { count: cancelled.length, audit }
}
