import { clockTime } from '../../format/time.ts'
import './bars.css'

type TimeAxisProps = {
  /** Of the bars above, from the left. */
  times: readonly Date[]
  /** Whether one is said: there is no room for all of them. */
  isSaid(at: Date, index: number): boolean
}

/** What the clock shows below bars. The bars say it themselves. */
export const TimeAxis = ({ times, isSaid }: TimeAxisProps) => (
  <div className="time-axis" aria-hidden>
    {times.map((at, index) =>
      isSaid(at, index) ? (
        <span key={at.getTime()} style={{ left: `${(100 * index) / times.length}%` }}>
          {clockTime(at)}
        </span>
      ) : null,
    )}
  </div>
)
