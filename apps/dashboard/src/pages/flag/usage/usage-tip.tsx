import { count } from '../../../format/number.ts'
import { longDay } from './say-day.ts'
import { tintColor } from './tint.ts'
import type { Bar, Series } from './usage-days.ts'

/** What one day holds, beside the pointer. */
export const UsageTip = ({ series, bar }: { series: readonly Series[]; bar: Bar }) => (
  <div className="usage-tip">
    <b>{longDay(bar.day)}</b>
    {bar.row ? (
      <ul>
        {series.map(({ value, isRest }, index) => (
          <li key={value}>
            <i style={{ background: tintColor(index, series.length) }} />
            {isRest ? <span>{value}</span> : <code>{value}</code>}
            <span className="num">{count(bar.counts[index] ?? 0)}</span>
          </li>
        ))}
      </ul>
    ) : (
      <p>No answers</p>
    )}
  </div>
)
