import { Bar, BarChart, CartesianGrid, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { short } from '../../../format/number.ts'
import { dayAndMonth } from '../../../format/say-day.ts'
import type { MarkedDays } from './marked-days.ts'
import { tintColor } from './tint.ts'
import type { UsageFigures } from './usage-days.ts'
import { UsageTip } from './usage-tip.tsx'

/** Stacked bars, one per day. The table below has the same figures. */
export const UsageChart = ({ series, bars, marks }: UsageFigures & { marks: MarkedDays }) => (
  <ResponsiveContainer width="100%" height="100%">
    <BarChart
      data={bars.map((bar) => ({ ...bar, ...Object.fromEntries(bar.counts.map((count, index) => [index, count])) }))}
      margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
      barCategoryGap={bars.length > 45 ? 1 : '20%'}
      accessibilityLayer={false}
    >
      <CartesianGrid vertical={false} stroke="var(--color-line)" />
      <XAxis
        dataKey="day"
        tickFormatter={dayAndMonth}
        tickLine={false}
        axisLine={{ stroke: 'var(--color-line-strong)' }}
        tick={{ fill: 'var(--color-ink-3)', fontSize: 12 }}
        minTickGap={40}
      />
      <YAxis
        width={56}
        tickCount={3}
        allowDecimals={false}
        tickFormatter={short}
        tickLine={false}
        axisLine={false}
        tick={{ fill: 'var(--color-ink-3)', fontSize: 12 }}
      />
      <Tooltip
        cursor={{ fill: 'var(--color-hover)' }}
        isAnimationActive={false}
        content={({ active, label }) => {
          const bar = bars.find(({ day }) => day === label)
          return active && bar ? <UsageTip series={series} bar={bar} marks={marks.get(bar.day)} /> : null
        }}
      />
      {bars
        .filter(({ day }) => marks.has(day))
        .map(({ day }) => (
          <ReferenceLine key={day} x={day} stroke="var(--color-control)" strokeDasharray="2 3" />
        ))}
      {/* The last bar is drawn on top, so the most frequent value is at the bottom. */}
      {series.toReversed().map((one, fromBottom) => {
        const index = series.length - 1 - fromBottom
        return (
          <Bar
            key={one.value}
            dataKey={String(index)}
            stackId="values"
            fill={tintColor(index, series)}
            stroke="var(--color-paper)"
            strokeWidth={bars.length > 45 ? 0 : 1}
            maxBarSize={40}
            isAnimationActive={false}
          />
        )
      })}
    </BarChart>
  </ResponsiveContainer>
)
