import type { Group } from '../../core/command.ts'
import { listSchedules } from './list.ts'
import { showSchedule } from './show.ts'
import { cancelSchedule, pauseSchedule, resumeSchedule, rollBackSchedule } from './steer.ts'

export const schedules: Group = {
  name: 'schedules',
  summary: 'Changes of flags at times to come; bunting flags schedule and ramp make them',
  commands: [listSchedules, showSchedule, pauseSchedule, resumeSchedule, cancelSchedule, rollBackSchedule],
}
