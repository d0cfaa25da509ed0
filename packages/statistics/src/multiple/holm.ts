/** Adjusts p-values so that all of those below α are right with probability 1 − α (Holm 1979). */
export const holm = (values: readonly number[]): number[] => {
  const order = [...values.keys()].sort((one, other) => (values[one] ?? 0) - (values[other] ?? 0))
  const adjusted: number[] = new Array(values.length)
  let largest = 0
  for (const [rank, at] of order.entries()) {
    largest = Math.max(largest, Math.min(1, (values.length - rank) * (values[at] ?? 0)))
    adjusted[at] = largest
  }
  return adjusted
}
