import { tintOf } from './usage-days.ts'

/** A tint of the environment's colour for a series, on the surface colour. */
export const tintColor = (index: number, series: readonly { value: string }[]): string =>
  `color-mix(in oklch, var(--ec) ${tintOf(index, series)}%, var(--color-surface))`
