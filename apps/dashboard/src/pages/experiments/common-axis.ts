import { type Axis, axisFrom } from '../../features/experiments/axis.ts'

/** How far the axis of the list goes to both sides: as little as holds every estimate. */
const spans = [0.15, 0.3, 0.6, 1.5, 6]

/** One axis for the whole list. Intervals that go on beyond it end in an arrow. */
export const commonAxis = (estimates: readonly number[]): Axis => {
  const furthest = Math.max(0, ...estimates.map(Math.abs))
  const span = spans.find((one) => one > furthest) ?? 6
  const tick = (span * 2) / 3
  return { ...axisFrom(-span, span), ticks: [-tick, 0, tick] }
}
