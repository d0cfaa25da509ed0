/** The number of units of each variant, and the weights by which they should have been split. */
export type Split = { counts: readonly number[]; shares: readonly number[] }

type Cell = { count: number; share: number }

/** The variants with a weight; undefined if a variant without a weight has units. */
export const cellsOf = ({ counts, shares }: Split): Cell[] | undefined => {
  const total = shares.reduce((sum, share) => sum + share, 0)
  const cells = counts.map((count, at) => ({ count, share: (shares[at] ?? 0) / total }))
  if (cells.some(({ count, share }) => count > 0 && !(share > 0))) return undefined
  return cells.filter(({ share }) => share > 0)
}
