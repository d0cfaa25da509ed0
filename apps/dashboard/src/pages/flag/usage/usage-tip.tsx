import { count } from '../../../format/number.ts'
import { longDay } from '../../../format/say-day.ts'
import { tintColor } from './tint.ts'
import type { Bar, Series } from './usage-days.ts'

type UsageTipProps = { series: readonly Series[]; bar: Bar; marks: readonly string[] | undefined }

/** The figures of one day and the changes on it, beside the pointer. */
export const UsageTip = ({ series, bar, marks = [] }: UsageTipProps) => (
  <div className="usage-tip">
    <b>{longDay(bar.day)}</b>
    {bar.row ? (
      <ul>
        {series.map(({ value, isRest }, index) => (
          <li key={value}>
            <i style={{ background: tintColor(index, series) }} />
            {isRest ? <span>{value}</span> : <code>{value}</code>}
            <span className="num">{count(bar.counts[index] ?? 0)}</span>
          </li>
        ))}
      </ul>
    ) : (
      <p>No answers</p>
    )}
    {marks.map((label) => (
      <p key={label} className="mark">
        {label}
      </p>
    ))}
  </div>
)
