import type { ResultDay } from '../../../api/experiments.ts'
import { type Experiment, useResultDays } from '../../../api/experiments.ts'
import { fitAxis } from '../../../features/experiments/axis.ts'
import { sayLift, sayLifts, sayTick } from '../../../format/lift.ts'
import { count } from '../../../format/number.ts'
import { sayDay } from '../../../format/time.ts'
import { Failed } from '../../../ui/failed.tsx'
import type { Row } from './groups.ts'

type OverDaysProps = { experiment: Experiment; row: Row }

/** How a variant's interval narrowed, day by day, with all units of the days before. */
export const OverDays = ({ experiment, row: { metric, definition, variant } }: OverDaysProps) => {
  const { data: days, error, refetch } = useResultDays(experiment.projectId, experiment.id, metric.key)
  if (error && !days) return <Failed title="The days did not load" error={error} onRetry={() => void refetch()} />
  if (!days) return null
  const points = days.flatMap((day) => pointOf(day, variant))
  return (
    <figure>
      <figcaption>
        <b>
          <bdi>{definition?.name ?? metric.key}</bdi>, <code>{variant}</code>, day by day
        </b>{' '}
        <span className="text-ink-3">Each day’s interval over all units counted by then. Days are UTC.</span>
      </figcaption>
      {points.length === 0 && <p className="text-ink-2">No day has enough units for an interval yet.</p>}
      {points.length === 1 && (
        <p className="text-ink-2">So far there is one day to tell of. From the second on it is drawn.</p>
      )}
      {points.length > 1 && <DaysPlot points={points} end={experiment.plannedEnd?.slice(0, 10)} />}
      {points.length > 0 && (
        <table className={points.length === 1 ? 'one-day' : 'sr-only'}>
          <caption>Lift by day</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Units</th>
              <th scope="col">Lift</th>
              <th scope="col">Interval</th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ date, n, lift }) => (
              <tr key={date}>
                <th scope="row">{sayDay(date)}</th>
                <td>{count(n)}</td>
                <td>{sayLift(lift.value)}</td>
                <td>{sayLifts(lift)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </figure>
  )
}

type Point = { date: string; n: number; lift: { value: number; low: number; high: number } }

const pointOf = ({ date, variants }: ResultDay, variant: string): Point[] => {
  const found = variants[variant]
  return found?.lift ? [{ date, n: found.n, lift: found.lift }] : []
}

const dayMs = 86_400_000
const height = 120

type DaysPlotProps = { points: readonly Point[]; end: string | undefined }

const DaysPlot = ({ points, end }: DaysPlotProps) => {
  const first = points[0] as Point
  const last = points.at(-1) as Point
  // The first days are wide: what lies far outside the last interval is cut off.
  const room = 1.5 * (last.lift.high - last.lift.low)
  const near = (lift: number): number => Math.min(Math.max(lift, last.lift.low - room), last.lift.high + room)
  const axis = fitAxis(points.flatMap(({ lift }) => [near(lift.low), near(lift.high)]))
  const lastMs = Math.max(
    Date.parse(last.date),
    end === undefined ? 0 : Date.parse(end),
    Date.parse(first.date) + dayMs,
  )
  const firstMs = Date.parse(first.date)
  const x = (date: string): number => Math.round(((Date.parse(date) - firstMs) / (lastMs - firstMs)) * 1_000)
  const y = (lift: number): number => Math.round((1 - axis.at(lift) / 100) * height * 10) / 10
  const upper = points.map(({ date, lift }) => `${x(date)},${y(lift.high)}`)
  const lower = points.map(({ date, lift }) => `${x(date)},${y(lift.low)}`).toReversed()
  const labels = [...new Set([first.date, last.date, ...(end === undefined ? [] : [end])])]
  return (
    <div className="days-plot" aria-hidden="true">
      <div className="levels">
        {axis.ticks.map((tick) => (
          <span key={tick} style={{ top: `${y(tick)}px` }}>
            {sayTick(tick)}
          </span>
        ))}
      </div>
      <div>
        <svg viewBox={`0 0 1000 ${height}`} preserveAspectRatio="none" width="100%" height={height} aria-hidden="true">
          {axis.ticks.map((tick) => (
            <line key={tick} className={tick === 0 ? 'zero' : 'grid-line'} x1="0" x2="1000" y1={y(tick)} y2={y(tick)} />
          ))}
          <polygon className="band" points={[...upper, ...lower].join(' ')} />
          <polyline
            className="middle"
            points={points.map(({ date, lift }) => `${x(date)},${y(lift.value)}`).join(' ')}
          />
          {end !== undefined && <line className="end" x1={x(end)} x2={x(end)} y1="0" y2={height} />}
        </svg>
        <div className="dates">
          {labels.map((date) => (
            <span key={date} style={{ left: `${x(date) / 10}%` }}>
              {sayDay(date).replace(/ \d{4}$/, '')}
            </span>
          ))}
        </div>
      </div>
    </div>
  )
}
