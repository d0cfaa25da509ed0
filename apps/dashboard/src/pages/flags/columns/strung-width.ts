import { cell } from '../../../ui/pennants/pennant-path.ts'

/** The line sticks out where it begins, and where it ends. */
const overhang = 3
/** `+15`, on its dotted line. */
const foldWidth = 31

/** How wide a row's pennants are, with the count of those that are folded away. */
export const strungWidth = (inView: number, folded: number): number =>
  cell.width * inView + overhang + (folded > 0 ? foldWidth : overhang)
