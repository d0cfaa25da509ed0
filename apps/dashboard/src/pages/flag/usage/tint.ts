import { tintOf } from './usage-days.ts'

/** A tint of the environment's colour, on paper. */
export const tintColor = (index: number, count: number): string =>
  `color-mix(in oklch, var(--ec) ${tintOf(index, count)}%, var(--color-surface))`
