import type { ScheduleStatus, Step } from '@bunting/contract'
import { dim, green, type Rich, red, yellow } from '../output/rich.ts'

export const scheduleStates: Record<ScheduleStatus, Rich> = {
  pending: yellow('pending'),
  running: green('running'),
  paused: yellow('paused'),
  completed: dim('completed'),
  cancelled: dim('cancelled'),
  failed: red('failed'),
}

export const stepStates: Record<Step['status'], Rich> = {
  waiting: yellow('waiting'),
  done: green('done'),
  folded: dim('folded'),
  failed: red('failed'),
}
