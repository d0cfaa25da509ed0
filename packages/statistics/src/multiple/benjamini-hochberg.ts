/** Adjusts p-values so that of those below α, a share of α is wrong on average (Benjamini & Hochberg 1995). */
export const benjaminiHochberg = (values: readonly number[]): number[] => {
  const order = [...values.keys()].sort((one, other) => (values[other] ?? 0) - (values[one] ?? 0))
  const adjusted: number[] = new Array(values.length)
  let least = 1
  for (const [above, at] of order.entries()) {
    least = Math.min(least, (values.length / (values.length - above)) * (values[at] ?? 0))
    adjusted[at] = least
  }
  return adjusted
}

/**
 * Selects e-values by e-BH (Wang & Ramdas 2022, arXiv 2009.02824): the j largest with j·e ≥ m/α. Valid under any dependence
 * and whenever one stops, for the current evidence, not for its maximum over time (Tavyrikov et al. 2025, arXiv 2501.19360).
 */
export const eBenjaminiHochberg = (evidence: readonly number[], alpha: number): boolean[] =>
  benjaminiHochberg(evidence.map((e) => 1 / e)).map((adjusted) => adjusted <= alpha)
