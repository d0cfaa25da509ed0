/** The known name that is most similar to a mistyped one; undefined if none is similar enough. */
export const nearest = (name: string, known: readonly string[]): string | undefined => {
  const max = Math.max(1, Math.floor(name.length / 3))
  return known
    .map((candidate) => ({ candidate, distance: distance(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter((entry) => entry.distance <= max)
    .sort((a, b) => a.distance - b.distance)[0]?.candidate
}

/** The number of letters to add, remove, replace or swap. Long names are cut, since no known name is that long. */
const distance = (from: string, to: string): number => {
  const a = from.slice(0, 64)
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    rows.push(current)
    for (let column = 1; column <= to.length; column++) {
      const same = a[row - 1] === to[column - 1]
      const swapped = a[row - 1] === to[column - 2] && a[row - 2] === to[column - 1]
      current[column] = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (same ? 0 : 1),
        swapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
  }
  return at(a.length, to.length)
}
