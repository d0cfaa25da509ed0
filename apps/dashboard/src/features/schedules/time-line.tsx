import { type Environment, needSeconds, type Step } from '@bunting/contract'
import type { FlagConfig } from '@bunting/engine'
import { sayMoment } from '../../format/time.ts'
import { classes } from '../../ui/classes.ts'
import { envColor, Pennant } from '../../ui/pennants/pennant.tsx'
import { pennantState } from '../../ui/pennants/pennant-state.ts'
import { useNow } from '../../ui/use-now.ts'
import { configsAfter } from './after-step.ts'
import { isDone } from './progress.ts'
import './schedule.css'
import { hangsAsPennant, placeOn, spanOf } from './span.ts'

type LinedStep = Pick<Step, 'at' | 'after' | 'doneAt' | 'change' | 'status'>

export type TimeLineProps = {
  steps: readonly LinedStep[]
  createdAt: string
  /** The current config. Each pennant shows the state after its step. */
  config: FlagConfig | undefined
  environment: Environment
  /** Shows now on the line: the schedule goes on, or may. */
  isLive: boolean
  /** The schedule has not started: its times assume a start now. */
  isPlan?: boolean
  /** The whole schedule as a sentence. */
  label: string
}

/** Steps on a time line: past ones in colour, now, and coming ones. */
export const TimeLine = ({ steps, createdAt, config, environment, isLive, isPlan = false, label }: TimeLineProps) => {
  const now = useNow()
  const nowMs = now.getTime()
  const span = spanOf(steps, isPlan ? nowMs : Date.parse(createdAt), nowMs)
  const moment = (atMs: number) => sayMoment(new Date(atMs), now, needSeconds(steps))
  const configs = configsAfter(steps, config)
  const nowAt = placeOn(span, nowMs)
  const lastDone = span.stepsMs[steps.findLastIndex(isDone)]
  const inked = isPlan || lastDone === undefined ? 0 : placeOn(span, isLive ? Math.max(nowMs, lastDone) : lastDone)
  return (
    <div className="time-line env" style={envColor(environment.color)}>
      <div className="on-line" role="img" aria-label={label}>
        <i className="string" />
        <i className="string past" style={{ width: inked === 0 ? 0 : `calc(${inked}% + var(--inset))` }} />
        {steps.map((step, index) => (
          <span
            key={index}
            className={classes('at', step.status)}
            style={{ left: `${placeOn(span, span.stepsMs[index] ?? 0)}%` }}
          >
            {hangsAsPennant(index, steps.length) ? (
              <Pennant
                environment={{ color: environment.color, protected: false }}
                state={pennantState(configs[index])}
                archived={!isDone(step) && !isPlan}
              />
            ) : (
              <i className="knot" />
            )}
          </span>
        ))}
        {isLive && !isPlan && (
          <span className="now" style={{ left: `${nowAt}%` }}>
            <small className={classes(nowAt < 6 && 'first', nowAt > 94 && 'last')}>now</small>
          </span>
        )}
      </div>
      <div className="ends" aria-hidden>
        <span>{isPlan ? 'now' : moment(span.startMs)}</span>
        <span>{moment(span.endMs)}</span>
      </div>
    </div>
  )
}
