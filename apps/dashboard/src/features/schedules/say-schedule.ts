import type { FlagConfig } from '@bunting/engine'
import type { Schedule } from '../../api/schedules.ts'
import { plural } from '../../format/number.ts'
import { relativeTime } from '../../format/time.ts'
import { sayStep } from '../diff/words/say-step.ts'
import { isDone, nextStepOf } from './progress.ts'

export const statusNames: Record<Schedule['status'], string> = {
  pending: 'Waits for approval',
  running: 'Running',
  paused: 'Paused',
  completed: 'Completed',
  cancelled: 'Cancelled',
  failed: 'Failed',
}

export const sayProgress = ({ steps }: Pick<Schedule, 'steps'>): string => {
  const done = steps.filter(isDone).length
  return `${done} of ${plural(steps.length, 'step')} done`
}

/** A schedule as a sentence, for users who do not see the line. */
export const sayLine = (schedule: Schedule, config: FlagConfig | undefined, now: Date): string => {
  const next = nextStepOf(schedule)
  const comes =
    next && schedule.endedAt === null
      ? `. Next: ${sayStep(next.change, config)}${next.at === null ? '' : `, ${relativeTime(new Date(next.at), now)}`}`
      : ''
  return `${statusNames[schedule.status]}, ${sayProgress(schedule)}${comes}`
}
