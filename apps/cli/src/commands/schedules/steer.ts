import { command } from '../../core/command.ts'
import { noteProposed } from '../../output/note-proposed.ts'
import { green, rich } from '../../output/rich.ts'
import { scheduleArgument } from './schedule-argument.ts'

type Words = { done: string; summary: string; description: string }

const operations = {
  pause: 'pauseSchedule',
  resume: 'resumeSchedule',
  cancel: 'cancelSchedule',
  rollback: 'rollBackSchedule',
} as const

const steer = (name: keyof typeof operations, { done, summary, description }: Words) =>
  command({
    name,
    summary,
    description,
    target: 'server',
    arguments: scheduleArgument,
    examples: [`schedules ${name} sched_019a7d3e5c7b7f0e8a4d2b1c3e5f7a9b`],
    run: async ({ api, out }, { schedule: scheduleId }) => {
      const schedule = await api[operations[name]]({ params: { scheduleId } })
      out.show(schedule, () =>
        'change' in schedule
          ? noteProposed(out, scheduleId, schedule)
          : out.note(rich`${green(done)} ${schedule.id}: it is ${schedule.status}.`),
      )
    },
  })

export const pauseSchedule = steer('pause', {
  done: 'Paused',
  summary: 'Pause a schedule',
  description: 'No step runs until it is resumed; their times stay.',
})

export const resumeSchedule = steer('resume', {
  done: 'Resumed',
  summary: 'Go on with a paused schedule',
  description: 'Steps whose time has passed become one version at once; the others keep their times.',
})

export const cancelSchedule = steer('cancel', {
  done: 'Cancelled',
  summary: 'Cancel a schedule, for good',
  description: 'The config stays as it is. Of one that waits for its approval, the proposal is rejected.',
})

export const rollBackSchedule = steer('rollback', {
  done: 'Rolled back',
  summary: 'Bring back the config from before a schedule’s first step',
  description: 'It becomes a new version, and the schedule is cancelled.',
})
