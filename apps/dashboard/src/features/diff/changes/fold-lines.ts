import type { Line } from './line-changes.ts'

/** A run of lines, which is folded if nothing changed in it. */
export type Stretch = { lines: Line[]; isFolded: boolean }

/** The number of context lines around a change, and the fewest lines worth folding. */
const around = 3
const minLines = 4

/** Keeps the changes and the lines around them, and folds the rest. */
export const foldLines = (lines: readonly Line[]): Stretch[] => {
  const isFar = lines.map((_, index) => !lines.slice(Math.max(0, index - around), index + around + 1).some(isChange))
  const stretches = joined(lines.map((line, index) => ({ isFolded: isFar[index] === true, lines: [line] })))
  return joined(stretches.map((one) => (one.lines.length < minLines ? { ...one, isFolded: false } : one)))
}

/** Joins adjacent runs of the same kind. */
const joined = (stretches: readonly Stretch[]): Stretch[] => {
  const all: Stretch[] = []
  for (const one of stretches) {
    const last = all.at(-1)
    if (last?.isFolded === one.isFolded) last.lines.push(...one.lines)
    else all.push({ ...one, lines: [...one.lines] })
  }
  return all
}

const isChange = ({ sign }: Line): boolean => sign !== ' '
