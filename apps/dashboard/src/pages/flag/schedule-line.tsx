import type { Environment } from '@bunting/contract'
import { Link } from '@tanstack/react-router'
import { CalendarClock } from 'lucide-react'
import type { FlagPlace } from '../../data/flag-versions.ts'
import { type Schedule, useLiveSchedule, useSteerSchedule } from '../../data/schedules.ts'
import { useBecause } from '../../data/session.ts'
import { sayStep } from '../../diff/say-step.ts'
import { Button } from '../../parts/button.tsx'
import { Time } from '../../parts/time.tsx'
import type { LoadedFlag } from './use-editing-state.ts'

type ScheduleLineProps = { flag: LoadedFlag; place: FlagPlace; environment: Environment }

/** What changes here by itself, and when: the schedule that is under way, or waits to be. */
export const ScheduleLine = ({ flag, place, environment }: ScheduleLineProps) => {
  const schedule = useLiveSchedule(place)
  if (!schedule) return null
  const next = schedule.steps.find(({ status }) => status === 'waiting')
  const done = schedule.steps.filter(({ status }) => status === 'done' || status === 'folded').length
  return (
    <section className="schedule-line" aria-label="Schedule">
      <CalendarClock size={16} strokeWidth={1.5} aria-hidden />
      <p>
        <b>{states[schedule.status]}</b>
        {next && (
          <>
            {' '}
            {sayStep(next.change, flag.versions[environment.id]?.config)}
            {next.at !== null && (
              <>
                , <Time at={next.at} />
              </>
            )}
            .
          </>
        )}{' '}
        <small>
          {done} of {schedule.steps.length} {schedule.steps.length === 1 ? 'step' : 'steps'} done
        </small>
        {schedule.reason !== null && (
          <small className="reason">
            <bdi>{schedule.reason}</bdi>
          </small>
        )}
      </p>
      <Steer projectId={place.projectId} schedule={schedule} />
    </section>
  )
}

const states: Record<Schedule['status'], string> = {
  pending: 'A schedule waits for approval.',
  running: 'A schedule is running. Next:',
  paused: 'A schedule is paused. Next would be:',
  completed: 'A schedule is over.',
  cancelled: 'A schedule was cancelled.',
  failed: 'A schedule failed.',
}

const Steer = ({ projectId, schedule: { id, status, proposalId } }: { projectId: string; schedule: Schedule }) => {
  const because = useBecause('editor')
  const pause = useSteerSchedule(projectId, 'pause')
  const resume = useSteerSchedule(projectId, 'resume')
  const cancel = useSteerSchedule(projectId, 'cancel')
  const common = { size: 'sm', because, busy: pause.isPending || resume.isPending || cancel.isPending } as const
  return (
    <span className="buttons">
      {status === 'pending' && proposalId !== undefined && (
        <Link className="link" to="/projects/$projectId/proposals/$proposalId" params={{ projectId, proposalId }}>
          See the proposal
        </Link>
      )}
      {status === 'running' && (
        <Button {...common} onClick={() => pause.mutate(id)}>
          Pause
        </Button>
      )}
      {status === 'paused' && (
        <Button {...common} onClick={() => resume.mutate(id)}>
          Resume
        </Button>
      )}
      <Button {...common} kind="ghost" onClick={() => cancel.mutate(id)}>
        Cancel it
      </Button>
    </span>
  )
}
