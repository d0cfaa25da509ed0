import type { CSSProperties } from 'react'
import { percent } from '../../format/number.ts'
import { classes } from '../../ui/classes.ts'
import './stair.css'
import { type From, stairPoints, type Tread, withRoom } from './stair-points.ts'

export type StairProps = {
  treads: readonly Tread[]
  /** The share before the first step and since when, if known. */
  from: From | undefined
  /** The times at the left and right ends. */
  range: { startMs: number; endMs: number }
  /** The end of the past: now, or when the schedule ended. */
  untilMs: number
  /** The remaining steps are still to come. */
  goesOn: boolean
  /** The text beside the cross of a ramp that ended before its last step. */
  broken?: string | undefined
  /** The time of a step, as a short label. */
  sayTime(atMs: number): string
  widthPx: number
}

const heightPx = 88
/** The heights of the lowest and the highest share, which leave room for the ground below and for labels above. */
const [groundPx, topPx] = [84, 8]
/** The widths of `100 %` with a gap, of `100`, and of each letter of a time. */
const [wholePx, barePx, letterPx] = [38, 26, 6.6]

const yOf = (share: number): number => groundPx - (share / 100) * (groundPx - topPx)

/** A ramp as a staircase: percentages above, times below, the past filled and the future dashed. */
export const Stair = ({ treads, from, range, untilMs, goesOn, broken, sayTime, widthPx }: StairProps) => {
  const { startMs, endMs } = range
  const xOf = (atMs: number): number => (100 * (atMs - startMs)) / (endMs - startMs)
  const { past, future } = stairPoints({ treads, from, endMs, untilMs, goesOn })
  const isInRange = (atMs: number): boolean => xOf(atMs) >= 0 && xOf(atMs) <= 100
  const pxOf = (atMs: number): number => (xOf(atMs) * widthPx) / 100
  const shown = treads.filter(({ atMs, isDone }) => (isDone || goesOn) && isInRange(atMs))
  const times = shown.map(({ atMs }) => ({ atMs, text: sayTime(atMs) }))
  const timePx = Math.max(0, ...times.map(({ text }) => text.length * letterPx)) + 10
  // A label that would overflow on the right ends where the stair ends.
  const roomFor = (needPx: number) => ({
    has: withRoom(
      shown.map(({ atMs }) => Math.min(pxOf(atMs), widthPx - needPx)),
      needPx,
    ),
    placeOf: (atMs: number): CSSProperties =>
      pxOf(atMs) > widthPx - needPx ? { right: 0 } : { left: `${xOf(atMs)}%` },
  })
  const gapsPx = shown.slice(1).map(({ atMs }, index) => pxOf(atMs) - pxOf(shown[index]?.atMs ?? atMs))
  // If steps are narrow, the percent sign is left out.
  const isBare = gapsPx.some((gapPx) => gapPx < wholePx)
  const sharePx = isBare ? barePx : wholePx
  const sayShare = (share: number): string => (isBare ? String(share) : percent(share))
  const [shares, clocks] = [roomFor(sharePx), roomFor(timePx)]
  const points = (corners: typeof past): string =>
    corners.map(([atMs, share]) => `${round(xOf(atMs) * 10)},${round(yOf(share))}`).join(' ')
  const [first, last] = [past[0], past.at(-1)]
  const fromMs = Math.max(from?.sinceMs ?? startMs, startMs)
  return (
    <div className="stair">
      <div className="steps">
        <svg viewBox={`0 0 1000 ${heightPx}`} preserveAspectRatio="none" width="100%" height={heightPx} aria-hidden>
          {first && last && (
            <>
              <polygon
                className="ground"
                points={`${points(past)} ${round(xOf(last[0]) * 10)},${groundPx} ${round(xOf(first[0]) * 10)},${groundPx}`}
              />
              <polyline className="line" points={points(past)} />
            </>
          )}
          {future.length > 0 && <polyline className="line coming" points={points(future)} />}
        </svg>
        {from && isInRange(fromMs) && pxOf(shown[0]?.atMs ?? endMs) - pxOf(fromMs) > sharePx && (
          <b
            className={classes('share', shown[0]?.isDone !== true && 'coming')}
            style={{ left: `${xOf(fromMs)}%`, top: yOf(from.share) - 19 }}
          >
            {sayShare(from.share)}
          </b>
        )}
        {shown.map(({ atMs, share, isDone }, index) =>
          shares.has[index] ? (
            <b
              key={index}
              className={classes('share', !isDone && 'coming')}
              style={{ ...shares.placeOf(atMs), top: yOf(share) - 19 }}
            >
              {sayShare(share)}
            </b>
          ) : null,
        )}
        {broken !== undefined && last && (
          <span className="broken" style={{ left: `${xOf(last[0])}%`, top: yOf(last[1]) }}>
            <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
              <path d="M2 2L10 10M10 2L2 10" />
            </svg>
            {broken}
          </span>
        )}
      </div>
      <div className="times" aria-hidden>
        {times.map(({ atMs, text }, index) =>
          clocks.has[index] ? (
            <span key={index} style={clocks.placeOf(atMs)}>
              {text}
            </span>
          ) : null,
        )}
      </div>
    </div>
  )
}

const round = (value: number): number => Math.round(value * 100) / 100
