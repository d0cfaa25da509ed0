import { bucketsByWeight, type Rule, type Share } from '@bunting/engine'

export const sumOf = (shares: readonly Share[]): number =>
  round(shares.reduce((sum, { weight }) => sum + Number(weight), 0))

/** Whether everybody is drawn again where the weights add up to something else: some services draw one of as many as their sum. */
export const isDrawnBySum = ({ hash, distribution }: Rule): boolean =>
  distribution !== undefined && bucketsByWeight.has(hash?.kind)

/** The sum that a rule's weights keep, whatever becomes of them: the one that people were drawn with. */
export const keptSum = (rule: Rule, was: Rule | undefined): number | undefined => {
  if (!isDrawnBySum(rule)) return undefined
  const drawn = was?.distribution && was.hash?.kind === rule.hash?.kind ? was : rule
  return sumOf(drawn.distribution ?? [])
}

/** Has the shares after one give what it gains, the next one first, or get what it gives. None goes below the least there is. */
export const keepSum = (
  shares: readonly Share[],
  kind: string | undefined,
  sum: number,
  at: number,
): readonly Share[] => {
  // What is no number yet counts for nothing.
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

/** To the decimals that weights have. */
function round(weight: number): number {
  return Math.round(weight * 1_000) / 1_000
}
