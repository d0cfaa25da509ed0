import { bucketsByWeight, type Rule, type Share } from '@bunting/engine'

export const sumOf = (shares: readonly Share[]): number =>
  round(shares.reduce((sum, { weight }) => sum + Number(weight), 0))

/** Tells whether a new sum of the weights draws everybody again: some services draw a number up to that sum. */
export const isDrawnBySum = ({ hash, distribution }: Rule): boolean =>
  distribution !== undefined && bucketsByWeight.has(hash?.kind)

/** The sum that a rule's weights have to keep: the one with which people were drawn. */
export const keptSum = (rule: Rule, was: Rule | undefined): number | undefined => {
  if (!isDrawnBySum(rule)) return undefined
  const drawn = was?.distribution && was.hash?.kind === rule.hash?.kind ? was : rule
  return sumOf(drawn.distribution ?? [])
}

/** Keeps the sum: the shares after the changed one absorb the difference, the next one first, none below the least. */
export const keepSum = (
  shares: readonly Share[],
  kind: string | undefined,
  sum: number,
  at: number,
): readonly Share[] => {
  // A weight that is not a number yet changes nothing.
  if (shares.some(({ weight }) => typeof weight !== 'number')) return shares
  const least = 1 / (bucketsByWeight.get(kind) ?? 1)
  let over = round(sum - sumOf(shares))
  const kept = [...shares]
  for (let step = 1; step < shares.length && over !== 0; step++) {
    const index = (at + step) % shares.length
    const share = shares[index] as Share
    const weight = Math.max(least, round(share.weight + over))
    over = round(over - (weight - share.weight))
    kept[index] = { ...share, weight }
  }
  return kept
}

/** Rounds to the decimals that weights may have. */
function round(weight: number): number {
  return Math.round(weight * 1_000) / 1_000
}
