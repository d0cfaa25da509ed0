import { clockTime } from '../../format/time.ts'
import './bars.css'

type TimeAxisProps = {
  /** The times of the bars above, from the left. */
  times: readonly Date[]
  /** Tells whether a time gets a label: there is no room for all. */
  isSaid(at: Date, index: number): boolean
}

/** Clock times below bars. Hidden from screen readers, since each bar says its own time. */
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
