type Minute = { at: string; total: number; values: Readonly<Record<string, number>> }

export type HourBar = { atMs: number; total: number; counts: readonly number[] }

export type Hour = {
  /** The values, the most frequent first; beyond a few, the others are combined. */
  series: readonly { value: string }[]
  /** One bar per minute, the latest last; a minute without evaluations is empty. */
  bars: readonly HourBar[]
  max: number
}

const minuteMs = 60_000
const shownMinutes = 60
const maxValues = 3
const others = 'others'

/** The answers in each minute of the last hour, by value. */
export const hourBars = (minutes: readonly Minute[], nowMs: number): Hour => {
  const sums = new Map<string, number>()
  for (const { values } of minutes) {
    for (const [value, times] of Object.entries(values)) sums.set(value, (sums.get(value) ?? 0) + times)
  }
  const ranked = [...sums].toSorted(([, one], [, other]) => other - one).map(([value]) => value)
  const named = ranked.length > maxValues ? ranked.slice(0, maxValues - 1) : ranked
  const byMinute = new Map(minutes.map((minute) => [Math.floor(Date.parse(minute.at) / minuteMs), minute]))
  const last = Math.floor(nowMs / minuteMs)
  const bars = Array.from({ length: shownMinutes }, (_, index): HourBar => {
    const number = last - shownMinutes + 1 + index
    const { total = 0, values = {} } = byMinute.get(number) ?? {}
    const counts = named.map((value) => values[value] ?? 0)
    const rest = total - counts.reduce((sum, count) => sum + count, 0)
    return { atMs: number * minuteMs, total, counts: ranked.length > maxValues ? [...counts, rest] : counts }
  })
  return {
    series: (ranked.length > maxValues ? [...named, others] : named).map((value) => ({ value })),
    bars,
    max: Math.max(1, ...bars.map(({ total }) => total)),
  }
}
