import type { Environment } from '@bunting/contract'
import { isolate } from '@bunting/contract/text'
import type { FlagConfig } from '@bunting/engine'
import type { Schedule } from '../../../api/schedules.ts'
import { sayStep } from '../../../features/diff/words/say-step.ts'
import { small } from '../../../features/diff/words/words.ts'
import { Guards } from '../../../features/schedules/guards.tsx'
import { nextStepOf } from '../../../features/schedules/progress.ts'
import { rampOf, shareIn } from '../../../features/schedules/ramp-of.ts'
import { sayLine } from '../../../features/schedules/say-schedule.ts'
import { percent } from '../../../format/number.ts'
import { sayMoment } from '../../../format/time.ts'
import { useNow } from '../../../ui/use-now.ts'
import '../../../features/schedules/schedule.css'
import { SchedulePlot } from '../../../features/schedules/schedule-plot.tsx'
import { Steer } from '../../../features/schedules/steer.tsx'

type UnderWayProps = {
  flagRef: { projectId: string; flagKey: string }
  environment: Environment
  schedule: Schedule
  config: FlagConfig | undefined
}

const states: Partial<Record<Schedule['status'], string>> = {
  running: 'runs',
  paused: 'is paused',
  pending: 'waits for approval',
}

/** A schedule that has not ended, below the lanes: its progress, and the actions on it. */
export const UnderWay = ({ flagRef, environment, schedule, config }: UnderWayProps) => {
  const now = useNow()
  const what = rampOf(schedule.steps) ? 'A ramp' : 'A schedule'
  return (
    <section className="under-way" aria-label={`${what} in ${isolate(environment.name)}`}>
      {/* Replaces the lanes on narrow screens. */}
      <div className="narrow-plot">
        <SchedulePlot
          steps={schedule.steps}
          createdAt={schedule.createdAt}
          config={config}
          environment={environment}
          isLive
          isPlan={schedule.status === 'pending'}
          label={sayLine(schedule, config, now)}
        />
      </div>
      <div className="head">
        <p>
          <b>
            {what} {states[schedule.status]} in <bdi>{environment.name}</bdi>.
          </b>{' '}
          {sayNext(schedule, config, now)}
        </p>
        <Steer projectId={flagRef.projectId} flagKey={flagRef.flagKey} schedule={schedule} />
      </div>
      <Guards schedule={schedule} />
    </section>
  )
}

/** The next steps in words: `25 % now, 40 % today 22:00, everyone Thu 19 Nov 10:00.` */
const sayNext = (schedule: Schedule, config: FlagConfig | undefined, now: Date): string => {
  const next = nextStepOf(schedule)
  if (!next) return ''
  const ramp = rampOf(schedule.steps)
  const last = schedule.steps.at(-1)
  if (!ramp) return `Next: ${small(sayStep(next.change, config))}${sayAt(next.at, now)}.`
  const share = shareIn(config, ramp.ruleId)
  const reaches = (step: typeof next): string => {
    const percentage = ramp.shares[schedule.steps.indexOf(step)] ?? 0
    return `${percentage === 100 ? 'everyone' : percent(percentage)}${sayAt(step.at, now)}`
  }
  return [
    ...(share === undefined ? [] : [`${percent(share)} now`]),
    reaches(next),
    ...(last && last !== next ? [reaches(last)] : []),
  ]
    .join(', ')
    .concat('.')
}

const sayAt = (at: string | null, now: Date): string => (at === null ? '' : ` ${sayMoment(new Date(at), now)}`)
