/** How many units each variant has, and by which weights they should have been split. */
export type Split = { counts: readonly number[]; shares: readonly number[] }

type Cell = { count: number; share: number }

/** The variants with a weight; undefined where a variant without one has units. */
export const cellsOf = ({ counts, shares }: Split): Cell[] | undefined => {
  const total = shares.reduce((sum, share) => sum + share, 0)
  const cells = counts.map((count, at) => ({ count, share: (shares[at] ?? 0) / total }))
  if (cells.some(({ count, share }) => count > 0 && !(share > 0))) return undefined
  return cells.filter(({ share }) => share > 0)
}
