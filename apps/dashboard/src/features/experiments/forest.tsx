import type { VariantResult } from '../../api/experiments.ts'
import { sayTick } from '../../format/lift.ts'
import { classes } from '../../ui/classes.ts'
import type { Axis } from './axis.ts'
import './forest.css'

export type Look = 'yes' | 'no' | undefined

type Lift = NonNullable<VariantResult['lift']>

type ForestProps = {
  axis: Axis
  /** Absent where there is not enough to say, or the lift has no bounds. */
  lift?: Lift | null | undefined
  look?: Look
  /** Effects within this, on both sides of zero, are too small to matter. */
  same?: number | undefined
  /** Of a guardrail, as a lift: what lies beyond it, away from zero, is too much worse. */
  tolerance?: number | undefined
  height?: number
}

/** One interval on an axis of lifts. For the eye alone: the same figures stand beside it as text. */
export const Forest = ({ axis, lift, look, same, tolerance, height = 44 }: ForestProps) => (
  <svg className="forest" width="100%" height={height} aria-hidden="true">
    {same !== undefined && <Band axis={axis} className="same" from={-same} to={same} />}
    {tolerance !== undefined && (
      <Band axis={axis} className="harm" {...(tolerance < 0 ? { to: tolerance } : { from: tolerance })} />
    )}
    {axis.ticks.map((tick) => (
      <Upright key={tick} className={tick === 0 ? 'zero' : 'grid-line'} x={axis.at(tick)} />
    ))}
    {tolerance !== undefined && isWithin(axis, tolerance) && <Upright className="limit" x={axis.at(tolerance)} />}
    {lift && <Mark axis={axis} lift={lift} look={look} y={height * 0.36} />}
  </svg>
)

const isWithin = ({ low, high }: Axis, lift: number): boolean => lift >= low && lift <= high

const Upright = ({ className, x }: { className: string; x: number }) => (
  <line className={className} x1={`${x}%`} x2={`${x}%`} y1="0" y2="100%" />
)

type BandProps = { axis: Axis; className: string; from?: number; to?: number }

const Band = ({ axis, className, from = axis.low, to = axis.high }: BandProps) => {
  const start = axis.at(Math.max(from, axis.low))
  const end = axis.at(Math.min(to, axis.high))
  return end > start ? (
    <rect className={className} x={`${start}%`} width={`${end - start}%`} y="0" height="100%" />
  ) : null
}

/** The interval as a line, the estimate as a pennant on it: filled where zero is outside. An end past the axis is an arrow. */
const Mark = ({ axis, lift: { value, low, high }, look, y }: { axis: Axis; lift: Lift; look: Look; y: number }) => {
  const within = (lift: number): number => axis.at(Math.min(Math.max(lift, axis.low), axis.high))
  const [start, end] = [within(low), within(high)]
  return (
    <g className={classes('interval', (low > 0 || high < 0) && 'clear', look)}>
      <line x1={`${start}%`} x2={`${end}%`} y1={y} y2={y} />
      {low <= axis.high && <End x={start} y={y} d={low < axis.low ? 'M6 -4.5L0 0L6 4.5' : bar} />}
      {high >= axis.low && <End x={end} y={y} d={high > axis.high ? 'M-6 -4.5L0 0L-6 4.5' : bar} />}
      {isWithin(axis, value) && (
        <svg x={`${within(value)}%`} y={y} overflow="visible" aria-hidden="true">
          <path className="estimate" d="M-6 0H6L0 14Z" />
        </svg>
      )}
    </g>
  )
}

const bar = 'M0 -4.5V4.5'

const End = ({ x, y, d }: { x: number; y: number; d: string }) => (
  <svg x={`${x}%`} y={y} overflow="visible" aria-hidden="true">
    <path className="end" d={d} />
  </svg>
)

/** The figures of an axis, above its plots. */
export const AxisTicks = ({ axis }: { axis: Axis }) => (
  <div className="forest-axis" aria-hidden="true">
    {axis.ticks.map((tick) => (
      <span key={tick} className={edgeOf(axis.at(tick))} style={{ left: `${axis.at(tick)}%` }}>
        {sayTick(tick)}
      </span>
    ))}
  </div>
)

/** Figures at the ends stay within the plot. */
const edgeOf = (at: number): string | undefined => (at < 8 ? 'at-start' : at > 92 ? 'at-end' : undefined)
