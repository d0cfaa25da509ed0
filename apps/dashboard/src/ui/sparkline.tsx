import './sparkline.css'

const [step, height, top] = [3, 18, 2]

/** The days as bars, the last one highlighted. Decorative: the number beside it carries the information. */
export const Sparkline = ({ days }: { days: readonly number[] }) => {
  const max = Math.max(...days)
  const barOf = (value: number, index: number): string =>
    value === 0 ? '' : `M${index * step + 1} ${height}V${round(height - (value / max) * (height - top))}`
  const last = days.length - 1
  return (
    <svg className="spark" width={days.length * step} height="20" aria-hidden="true">
      <path d={days.slice(0, last).map(barOf).join('')} />
      <path className="last" d={barOf(days[last] ?? 0, last)} />
    </svg>
  )
}

const round = (value: number): number => Math.round(value * 100) / 100
