/** Where lifts lie on a plot: `at` is in percent of its width. */
export type Axis = { low: number; high: number; ticks: readonly number[]; at(lift: number): number }

const steps = [0.001, 0.002, 0.004, 0.005, 0.01, 0.02, 0.04, 0.05, 0.1, 0.2, 0.4, 0.5, 1, 2, 5, 10, 20, 50, 100]
const mostTicks = 5

/** No axis ends nearer to zero, nor further from it. */
const [nearest, furthest] = [0.005, 400]

/** An axis that holds zero and all these lifts, with a little room at both ends and few round ticks. */
export const fitAxis = (lifts: readonly number[]): Axis => {
  const bounded = lifts.filter(Number.isFinite).map((lift) => Math.min(Math.max(lift, -1), furthest))
  const low = Math.min(-nearest, ...bounded)
  const high = Math.max(nearest, ...bounded)
  const room = (high - low) * 0.08
  return axisFrom(low - room, high + room)
}

export const axisFrom = (low: number, high: number): Axis => {
  const step = steps.find((one) => (high - low) / one <= mostTicks) ?? (high - low) / mostTicks
  const first = Math.ceil(low / step)
  const last = Math.floor(high / step)
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => round((first + index) * step))
  return { low, high, ticks, at: (lift) => round(((lift - low) / (high - low)) * 100) }
}

const round = (value: number): number => Math.round(value * 10_000) / 10_000
