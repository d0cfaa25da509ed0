import { count, plural, short } from '../../../format/number.ts'
import { clockTime } from '../../../format/time.ts'
import { TimeAxis } from '../../../ui/bars/time-axis.tsx'
import type { Hour, HourBar } from './hour-bars.ts'
import { tintColor } from './tint.ts'

const [heightPx, tickMinutes] = [96, 15]

/** The last hour as stacked bars, one per minute. The sentence beside it says the same in words. */
export const HourChart = ({ hour: { series, bars, max } }: { hour: Hour }) => {
  const yOf = (value: number): number => heightPx - (value / max) * heightPx
  return (
    <div className="hour-chart" aria-hidden>
      <span className="most">{short(max)}</span>
      <svg viewBox={`0 0 ${bars.length} ${heightPx}`} preserveAspectRatio="none" width="100%" height={heightPx}>
        <title>The last hour</title>
        {bars.map((bar, index) => (
          <g key={bar.atMs}>
            <title>{sayBar(bar, series)}</title>
            {/* The hover area is the whole minute, however short its bar is. */}
            <rect x={index} y={0} width={1} height={heightPx} fill="transparent" />
            {bar.counts.map((value, at) => {
              const below = bar.counts.slice(0, at).reduce((sum, one) => sum + one, 0)
              return (
                value > 0 && (
                  <rect
                    key={series[at]?.value}
                    x={index + 0.12}
                    width={0.76}
                    y={yOf(below + value)}
                    height={(value / max) * heightPx}
                    style={{ fill: tintColor(at, series) }}
                  />
                )
              )
            })}
          </g>
        ))}
      </svg>
      <TimeAxis times={bars.map(({ atMs }) => new Date(atMs))} isSaid={(at) => at.getMinutes() % tickMinutes === 0} />
    </div>
  )
}

const sayBar = ({ atMs, total, counts }: HourBar, series: Hour['series']): string => {
  const parts = counts.flatMap((value, at) => (value > 0 ? [`${series[at]?.value} ${count(value)}`] : []))
  return `${clockTime(new Date(atMs))}: ${plural(total, 'answer')}${parts.length > 0 ? `, ${parts.join(', ')}` : ''}`
}
