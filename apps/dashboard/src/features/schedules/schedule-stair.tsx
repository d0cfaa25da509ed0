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
/** The last step has a tread too, as wide as its words. */
const treadPx = 48
const dayMs = 86_400_000

/** A ramp by itself, from its beginning to its last step. */
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
  // Days where clocks alone would not tell them apart, dates where weekdays would not.
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
        // What it climbed from is in the config until its first step is done.
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

/** One that ran to its end keeps its last tread; one that did not stops where it was. */
const ended = (lastMs: number, done: readonly boolean[], { endMs }: { endMs: number }): number =>
  done.includes(false) ? lastMs : endMs
