import { needSeconds } from '@bunting/contract'
import { useRef } from 'react'
import { clockTime, dateOf, weekdayTime } from '../../format/time.ts'
import { classes } from '../../ui/classes.ts'
import { envColor } from '../../ui/pennants/pennant.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useWidth } from '../../ui/use-width.ts'
import { isDone } from './progress.ts'
import { type Ramp, shareIn } from './ramp-of.ts'
import { placeOn, spanOf } from './span.ts'
import { Stair } from './stair.tsx'
import type { TimeLineProps } from './time-line.tsx'

const usualPx = 640
/** The width of the last step, which has room for its label. */
const treadPx = 48
const dayMs = 86_400_000

/** A ramp as a staircase, from its start to its last step. */
export const ScheduleStair = ({
  steps,
  createdAt,
  config,
  environment,
  isLive,
  isPlan = false,
  label,
  ramp,
}: TimeLineProps & { ramp: Ramp }) => {
  const now = useNow(needSeconds(steps))
  const ref = useRef<HTMLDivElement>(null)
  const widthPx = useWidth(ref) ?? usualPx
  const nowMs = now.getTime()
  const span = spanOf(steps, isPlan ? nowMs : Date.parse(createdAt), nowMs)
  const lengthMs = Math.max(span.endMs - span.startMs, 1)
  const range = {
    startMs: span.startMs,
    endMs: span.endMs + (lengthMs * treadPx) / Math.max(widthPx - treadPx, treadPx),
  }
  const done = steps.map((step) => !isPlan && isDone(step))
  const lastMs = span.stepsMs[done.lastIndexOf(true)] ?? span.startMs
  const untilMs = isPlan
    ? range.startMs
    : isLive
      ? Math.min(Math.max(nowMs, lastMs), range.endMs)
      : ended(lastMs, done, range)
  const share = shareIn(config, ramp.ruleId)
  const nowAt = placeOn({ ...range, stepsMs: [] }, nowMs)
  // Long ramps show dates, those over a day show weekdays, and shorter ones only the clock.
  const sayTime = (atMs: number): string =>
    lengthMs > 6 * dayMs
      ? dateOf(new Date(atMs))
      : lengthMs > dayMs
        ? weekdayTime(new Date(atMs))
        : clockTime(new Date(atMs), needSeconds(steps))
  return (
    <div ref={ref} className="schedule-stair env" style={envColor(environment.color)} role="img" aria-label={label}>
      <Stair
        treads={steps.map((_, index) => ({
          atMs: span.stepsMs[index] ?? nowMs,
          share: ramp.shares[index] ?? 0,
          isDone: done[index] ?? false,
        }))}
        // The share before the ramp is in the config only until the first step is done.
        from={share === undefined || done.includes(true) ? undefined : { share, sinceMs: range.startMs }}
        range={range}
        untilMs={untilMs}
        goesOn={isLive}
        broken={isLive || !done.includes(false) ? undefined : ''}
        sayTime={sayTime}
        widthPx={widthPx}
      />
      {isLive && (
        <span className="now" style={{ left: `${nowAt}%` }}>
          <small className={classes(nowAt > 94 && 'last')}>now</small>
        </span>
      )}
    </div>
  )
}

/** A completed ramp keeps its last step's width; another one ends at its last change. */
const ended = (lastMs: number, done: readonly boolean[], { endMs }: { endMs: number }): number =>
  done.includes(false) ? lastMs : endMs
