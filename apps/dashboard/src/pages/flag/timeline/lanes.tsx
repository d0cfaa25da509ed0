import type { Environment } from '@bunting/contract'
import { useRef, useState } from 'react'
import type { Experiment } from '../../../api/experiments.ts'
import type { Schedule } from '../../../api/schedules.ts'
import type { LoadedFlag } from '../../../features/rule-editor/use-editing-state.ts'
import { isDone } from '../../../features/schedules/progress.ts'
import { rampOf } from '../../../features/schedules/ramp-of.ts'
import { plural } from '../../../format/number.ts'
import { classes } from '../../../ui/classes.ts'
import { useNow } from '../../../ui/use-now.ts'
import { useWidth } from '../../../ui/use-width.ts'
import type { Happening } from './happening.ts'
import { Lane } from './lane.tsx'
import './lanes.css'
import { isRunIn } from './lane-experiments.tsx'
import { isIn, placeIn, type Range, ticksOf } from './range.ts'
import { useMarkFocus } from './use-mark-focus.ts'
import type { Version } from './what-was.ts'

type LanesProps = {
  flagRef: { projectId: string; flagKey: string }
  flag: LoadedFlag
  environments: readonly Environment[]
  happenings: readonly Happening[]
  schedules: readonly Schedule[]
  experiments: readonly Experiment[]
  versions: readonly Version[]
  range: Range
}

/** With more lanes than this, those without changes in view are folded. */
const maxLanes = 8
const usualPx = 800

/** One lane per environment, on a common time axis. */
export const Lanes = ({ environments, happenings, schedules, experiments, versions, ...props }: LanesProps) => {
  const { range } = props
  const ref = useRef<HTMLDivElement>(null)
  const widthPx = useWidth(ref) ?? usualPx
  const [isWhole, setWhole] = useState(false)
  const nowMs = useNow().getTime()
  const lanes = environments.map((environment) => ({
    environment,
    happenings: happenings.filter(({ environmentId }) => environmentId === environment.id),
    ramps: schedules.filter((one) => one.environmentId === environment.id && isRampIn(one, range, nowMs)),
    experiments: experiments.filter((one) => one.environmentId === environment.id && isRunIn(one, range, nowMs)),
  }))
  const busy = lanes.filter(
    (lane) =>
      lane.ramps.length > 0 || lane.experiments.length > 0 || lane.happenings.some(({ atMs }) => isIn(range, atMs)),
  )
  const folds = lanes.length > maxLanes
  const shown = folds && !isWhole ? busy : lanes
  const quiet = lanes.length - busy.length
  const first = shown
    .flatMap((lane) => lane.happenings)
    .filter(({ isTread, atMs }) => !isTread && isIn(range, atMs))
    .toSorted((one, other) => one.atMs - other.atMs)[0]
  const { focus, onKeyDown } = useMarkFocus(first?.id)
  const nowAt = placeIn(range, nowMs)
  const ticks = ticksOf(range)
  return (
    <section className="lanes" aria-label="Lanes">
      <div className="axis" aria-hidden>
        <span />
        <div ref={ref}>
          {ticks.map(({ atMs, label, isDay }, index) => {
            const at = placeIn(range, atMs)
            const length = placeIn(range, ticks[index + 1]?.atMs ?? range.endMs) - at
            // A label without room at the end of the axis is left out.
            return (length * widthPx) / 100 < 40 ? null : (
              <span key={atMs} className={classes(isDay && 'day')} style={{ left: `${at}%`, width: `${length}%` }}>
                {label}
              </span>
            )
          })}
        </div>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the pennants take the keys; arrows go from one to the next. */}
      <div className="lanes-body" onKeyDown={onKeyDown}>
        <div className="grid-lines" aria-hidden>
          <span />
          <div>
            {ticks.map(({ atMs }) => (
              <i key={atMs} className="tick" style={{ left: `${placeIn(range, atMs)}%` }} />
            ))}
            {nowAt < 100 && <i className="ahead" style={{ left: `${Math.max(nowAt, 0)}%` }} />}
            {nowAt >= 0 && nowAt <= 100 && (
              <i className="now" style={{ left: `${nowAt}%` }}>
                <b>now</b>
              </i>
            )}
          </div>
        </div>
        {shown.map((lane) => (
          <Lane
            key={lane.environment.id}
            {...props}
            {...lane}
            versions={versions.filter(({ environmentId }) => environmentId === lane.environment.id)}
            widthPx={widthPx}
            focus={focus}
          />
        ))}
        {folds && quiet > 0 && (
          <button type="button" className="quiet link" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Hide the quiet ones' : plural(quiet, 'quiet one')}
          </button>
        )}
      </div>
    </section>
  )
}

/** Tells whether a ramp has or will have effects in the range. A pending ramp has no times yet. */
const isRampIn = (schedule: Schedule, { startMs, endMs }: Range, nowMs: number): boolean => {
  const { steps, status, createdAt, endedAt } = schedule
  if (status === 'pending' || !rampOf(steps) || (endedAt !== null && !steps.some(isDone))) return false
  const lastMs =
    endedAt === null ? Math.max(nowMs, ...steps.map(({ at }) => Date.parse(at ?? ''))) : Date.parse(endedAt)
  return Date.parse(createdAt) < endMs && lastMs >= startMs
}
