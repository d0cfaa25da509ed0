import type { CSSProperties } from 'react'
import { percent } from '../format/number.ts'
import { classes } from '../parts/classes.ts'
import './stair.css'
import { stairPoints, type Tread, withRoom } from './stair-points.ts'

export type StairProps = {
  treads: readonly Tread[]
  /** Before the first step, where that is known. */
  from: number | undefined
  /** The moments at the left and right end. */
  range: { startMs: number; endMs: number }
  /** Up to where it has happened: now, or when it ended. */
  untilMs: number
  /** Whether what has not happened is still to come. */
  goesOn: boolean
  /** It ended before its last step: a cross, and what it says. */
  broken?: string | undefined
  /** When a step is, in a few letters. */
  sayTime(atMs: number): string
  widthPx: number
}

const heightPx = 88
/** The lowest and the highest share: room below for the ground, above for words. */
const [groundPx, topPx] = [84, 8]
/** What `100 %` takes with a gap, and what each letter of a time does. */
const [sharePx, letterPx] = [42, 6.6]

const yOf = (share: number): number => groundPx - (share / 100) * (groundPx - topPx)

/** A ramp as a stair: its percentages above, its times below, what is done filled and what is to come dashed. */
export const Stair = ({ treads, from, range, untilMs, goesOn, broken, sayTime, widthPx }: StairProps) => {
  const { startMs, endMs } = range
  const xOf = (atMs: number): number => (100 * (atMs - startMs)) / (endMs - startMs)
  const { past, future } = stairPoints({ treads, from, startMs, endMs, untilMs, goesOn })
  const isInRange = (atMs: number): boolean => xOf(atMs) >= 0 && xOf(atMs) <= 100
  const pxOf = (atMs: number): number => (xOf(atMs) * widthPx) / 100
  const shown = treads.filter(({ atMs, isDone }) => (isDone || goesOn) && isInRange(atMs))
  const times = shown.map(({ atMs }) => ({ atMs, text: sayTime(atMs) }))
  const timePx = Math.max(0, ...times.map(({ text }) => text.length * letterPx)) + 10
  // What has no room at the right of its place ends where the stair does.
  const roomFor = (needPx: number) => ({
    has: withRoom(
      shown.map(({ atMs }) => Math.min(pxOf(atMs), widthPx - needPx)),
      needPx,
    ),
    placeOf: (atMs: number): CSSProperties =>
      pxOf(atMs) > widthPx - needPx ? { right: 0 } : { left: `${xOf(atMs)}%` },
  })
  const [shares, clocks] = [roomFor(sharePx), roomFor(timePx)]
  const points = (corners: typeof past): string =>
    corners.map(([atMs, share]) => `${round(xOf(atMs) * 10)},${round(yOf(share))}`).join(' ')
  const [first, last] = [past[0], past.at(-1)]
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
        {from !== undefined && pxOf(shown[0]?.atMs ?? startMs) > sharePx && (
          <b
            className={classes('share', shown[0]?.isDone !== true && 'coming')}
            style={{ left: 0, top: yOf(from) - 19 }}
          >
            {percent(from)}
          </b>
        )}
        {shown.map(({ atMs, share, isDone }, index) =>
          shares.has[index] ? (
            <b
              key={index}
              className={classes('share', !isDone && 'coming')}
              style={{ ...shares.placeOf(atMs), top: yOf(share) - 19 }}
            >
              {percent(share)}
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
