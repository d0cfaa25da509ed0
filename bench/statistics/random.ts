/** Draws, the same in every run. */
export type Draws = {
  /** At least 0 and below 1. */
  uniform(): number
  normal(): number
  /** How many of n succeed, each with this chance. */
  binomial(n: number, chance: number): number
}

/** sfc32 (Chris Doty-Humphrey), which passes PractRand: what a simulation of hundreds of millions of draws needs. */
export const openDraws = (seed: number): Draws => {
  let [a, b, c, counter] = [0, seed | 0, 0x9e3779b9 | 0, 1]
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    c |= 0
    return sum >>> 0
  }
  for (let warmUp = 0; warmUp < 20; warmUp++) next()
  const uniform = () => next() / 2 ** 32

  let spare: number | undefined
  /** Marsaglia's polar method: two at a time. */
  const normal = (): number => {
    if (spare !== undefined) {
      const kept = spare
      spare = undefined
      return kept
    }
    for (;;) {
      const [x, y] = [2 * uniform() - 1, 2 * uniform() - 1]
      const square = x * x + y * y
      if (square >= 1 || square === 0) continue
      const factor = Math.sqrt((-2 * Math.log(square)) / square)
      spare = y * factor
      return x * factor
    }
  }
  const binomial = (n: number, chance: number): number => {
    if (chance > 0.2) {
      let count = 0
      for (let unit = 0; unit < n; unit++) if (uniform() < chance) count++
      return count
    }
    // From one success to the next, however many units are between them.
    const perUnit = Math.log1p(-chance)
    let count = -1
    for (let at = 0; at <= n; count++) at += 1 + Math.floor(Math.log(1 - uniform()) / perUnit)
    return count
  }
  return { uniform, normal, binomial }
}
