import { cell } from '../../../ui/pennants/pennant-path.ts'

/** How far the line extends beyond the pennants at each end, in pixels. */
const overhang = 3
/** The width of `+15` with its dotted line. */
const foldWidth = 31

/** The width of a row's pennants, including the count of folded ones. */
export const strungWidth = (inView: number, folded: number): number =>
  cell.width * inView + overhang + (folded > 0 ? foldWidth : overhang)
