export type Line = { sign: ' ' | '-' | '+'; text: string }

/** The most comparisons: above it, the middle is shown as removed and added as a whole. */
const maxComparisons = 4_000_000

const lines = (sign: Line['sign'], texts: readonly string[]): Line[] => texts.map((text) => ({ sign, text }))

/** The removed and added lines, as few as possible. */
export const lineChanges = (before: readonly string[], after: readonly string[]): Line[] => {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let end = 0
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end++
  const gone = before.slice(start, before.length - end)
  const come = after.slice(start, after.length - end)
  const middle =
    gone.length * come.length > maxComparisons ? [...lines('-', gone), ...lines('+', come)] : fewestChanges(gone, come)
  return [...lines(' ', before.slice(0, start)), ...middle, ...lines(' ', before.slice(before.length - end))]
}

const fewestChanges = (gone: readonly string[], come: readonly string[]): Line[] => {
  // kept[i][j]: the most lines that can stay, of gone from i on and come from j on.
  const kept = Array.from({ length: gone.length + 1 }, () => new Uint16Array(come.length + 1))
  const at = (i: number, j: number): number => kept[i]?.[j] ?? 0
  for (let i = gone.length - 1; i >= 0; i--) {
    const row = kept[i] as Uint16Array
    for (let j = come.length - 1; j >= 0; j--) {
      row[j] = gone[i] === come[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const found: Line[] = []
  let [i, j] = [0, 0]
  while (i < gone.length || j < come.length) {
    if (i < gone.length && gone[i] === come[j]) {
      found.push(...lines(' ', gone.slice(i, i + 1)))
      i++
      j++
    } else if (j >= come.length || (i < gone.length && at(i + 1, j) >= at(i, j + 1))) {
      found.push(...lines('-', gone.slice(i, ++i)))
    } else {
      found.push(...lines('+', come.slice(j, ++j)))
    }
  }
  return found
}
