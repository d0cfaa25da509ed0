import { chiSquareTail } from '../special/chi-square.ts'
import { cellsOf, type Split } from './split.ts'

/** Pearson's chi² of a split, which other tools show. It is valid for one look only. */
export const chiSquareSplit = (split: Split): { statistic: number; p: number } => {
  const cells = cellsOf(split)
  if (!cells) return { statistic: Number.MAX_VALUE, p: 0 }
  const units = cells.reduce((sum, { count }) => sum + count, 0)
  if (units === 0) return { statistic: 0, p: 1 }
  const statistic = cells.reduce((sum, { count, share }) => sum + (count - units * share) ** 2 / (units * share), 0)
  return { statistic, p: chiSquareTail(statistic, cells.length - 1) }
}
