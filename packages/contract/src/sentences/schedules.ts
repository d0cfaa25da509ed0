import type { ActionWords } from './action.ts'
import { flagThere, place, reason } from './entry.ts'

/** The sentence of a schedule's action, whose actor is the schedule's creator. */
const schedule = (label: string, verb: string): ActionWords => ({
  label,
  resourceType: 'schedule',
  says: (entry) => [`${verb} `, flagThere(entry), place(entry), ...reason(entry)],
})

export const scheduleCreated = schedule('Schedule made', 'scheduled changes of')
export const scheduleStarted = schedule('Schedule started', 'started the schedule of')
export const schedulePaused = schedule('Schedule paused', 'paused the schedule of')
export const scheduleResumed = schedule('Schedule resumed', 'resumed the schedule of')
export const scheduleCompleted = schedule('Schedule completed', 'completed the schedule of')
export const scheduleCancelled = schedule('Schedule cancelled', 'cancelled the schedule of')
export const scheduleFailed = schedule('Schedule failed', 'could not go on with the schedule of')
