import type { Environment } from '@bunting/contract'
import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import type { FlagRef } from '../../../api/flag-versions.ts'
import { type Schedule, useFlagSchedules } from '../../../api/schedules.ts'
import { sayStep } from '../../../features/diff/words/say-step.ts'
import { Guards } from '../../../features/schedules/guards.tsx'
import { isLive, nextStepOf } from '../../../features/schedules/progress.ts'
import { plural } from '../../../format/number.ts'
import { Time } from '../../../ui/time.tsx'
import { useNow } from '../../../ui/use-now.ts'
import '../../../features/schedules/schedule.css'
import { sayLine, sayProgress } from '../../../features/schedules/say-schedule.ts'
import { SchedulePlot } from '../../../features/schedules/schedule-plot.tsx'
import { Steer } from '../../../features/schedules/steer.tsx'
import { StepList } from '../../../features/schedules/step-list.tsx'
import './schedule-line.css'
import type { LoadedFlag } from '../../../features/rule-editor/use-editing-state.ts'

type ScheduleLineProps = { flag: LoadedFlag; flagRef: FlagRef; environment: Environment }

/** How long a schedule that failed, or that a guardrail may have ended, is still shown. */
const toldMs = 24 * 60 * 60 * 1_000

/** The schedule that is running, paused, pending or has just failed, with its next step. */
export const ScheduleLine = ({ flag, flagRef, environment }: ScheduleLineProps) => {
  const now = useNow()
  const { items = [] } = useFlagSchedules(flagRef)
  const [isWhole, setWhole] = useState(false)
  // Only one schedule is live at a time, and it is the newest.
  const schedule = items.find(isLive) ?? items.slice(0, 1).find((one) => isTold(one, now))
  if (!schedule) return null
  const config = flag.versions[environment.id]?.config
  const next = isLive(schedule) ? nextStepOf(schedule) : undefined
  return (
    <section className="schedule-line" aria-label="Schedule">
      <div className="head">
        <CalendarClock size={16} strokeWidth={1.5} aria-hidden />
        <p>
          <b>{states[schedule.status]}</b>
          {next && (
            <>
              {' '}
              {sayStep(next.change, config)}
              {next.at !== null && (
                <>
                  , <Time at={next.at} />
                </>
              )}
              .
            </>
          )}{' '}
          <small>{sayProgress(schedule)}</small>
          {schedule.reason !== null && (
            <small className="reason">
              <bdi>{schedule.reason}</bdi>
            </small>
          )}
          {schedule.comment !== null && (
            <small className="reason">
              “<bdi>{schedule.comment}</bdi>”
            </small>
          )}
        </p>
        <Steer projectId={flagRef.projectId} flagKey={flag.key} schedule={schedule} />
      </div>
      <SchedulePlot
        steps={schedule.steps}
        createdAt={schedule.createdAt}
        config={config}
        environment={environment}
        isLive={isLive(schedule)}
        isPlan={schedule.status === 'pending'}
        label={sayLine(schedule, config, now)}
      />
      <Guards schedule={schedule} />
      <button type="button" className="link" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
        {isWhole ? 'Hide the steps' : `Show ${plural(schedule.steps.length, 'step')}`}
      </button>
      {isWhole && (
        <StepList
          steps={schedule.steps}
          config={config}
          flagRef={{ projectId: flagRef.projectId, flagKey: flag.key, env: environment.slug }}
        />
      )}
    </section>
  )
}

const isTold = ({ status, guardrails, endedAt }: Schedule, now: Date): boolean =>
  endedAt !== null &&
  now.getTime() - Date.parse(endedAt) < toldMs &&
  (status === 'failed' || (status === 'cancelled' && guardrails.length > 0))

const states: Record<Schedule['status'], string> = {
  pending: 'A schedule waits for approval. First:',
  running: 'A schedule is running. Next:',
  paused: 'A schedule is paused. Next would be:',
  completed: 'A schedule is over.',
  cancelled: 'A schedule was cancelled.',
  failed: 'A schedule failed.',
}
