import { count, plural, short } from '../../../format/number.ts'
import { clockTime } from '../../../format/time.ts'
import type { Hour, HourBar } from './hour-bars.ts'
import { tintColor } from './tint.ts'

const [heightPx, tickMinutes] = [96, 15]

/** The last hour as stacked bars, a minute each. The sentence beside it says the same in words. */
export const HourChart = ({ hour: { values, bars, max } }: { hour: Hour }) => {
  const yOf = (value: number): number => heightPx - (value / max) * heightPx
  return (
    <div className="hour-chart" aria-hidden>
      <span className="most">{short(max)}</span>
      <svg viewBox={`0 0 ${bars.length} ${heightPx}`} preserveAspectRatio="none" width="100%" height={heightPx}>
        <title>The last hour</title>
        {bars.map((bar, index) => (
          <g key={bar.atMs}>
            <title>{sayBar(bar, values)}</title>
            {/* What is pointed at is the minute, however little was asked in it. */}
            <rect x={index} y={0} width={1} height={heightPx} fill="transparent" />
            {bar.counts.map((value, at) => {
              const below = bar.counts.slice(0, at).reduce((sum, one) => sum + one, 0)
              return (
                value > 0 && (
                  <rect
                    key={values[at]}
                    x={index + 0.12}
                    width={0.76}
                    y={yOf(below + value)}
                    height={(value / max) * heightPx}
                    style={{ fill: tintColor(at, values.length) }}
                  />
                )
              )
            })}
          </g>
        ))}
      </svg>
      <div className="times">
        {bars.map(({ atMs }, index) =>
          new Date(atMs).getMinutes() % tickMinutes === 0 ? (
            <span key={atMs} style={{ left: `${(100 * index) / bars.length}%` }}>
              {clockTime(new Date(atMs))}
            </span>
          ) : null,
        )}
      </div>
    </div>
  )
}

const sayBar = ({ atMs, total, counts }: HourBar, values: readonly string[]): string => {
  const parts = counts.flatMap((value, at) => (value > 0 ? [`${values[at]} ${count(value)}`] : []))
  return `${clockTime(new Date(atMs))}: ${plural(total, 'answer')}${parts.length > 0 ? `, ${parts.join(', ')}` : ''}`
}
