import type { Line } from './line-changes.ts'

/** Lines that are shown, or so many that are not since nothing changed in them. */
export type Stretch = { lines: Line[]; isFolded: boolean }

/** So many lines stay around what changed; fewer than that are not worth a fold. */
const around = 3
const minLines = 4

/** Only what changed and what is around it; the rest in folds. */
export const foldLines = (lines: readonly Line[]): Stretch[] => {
  const isFar = lines.map((_, index) => !lines.slice(Math.max(0, index - around), index + around + 1).some(isChange))
  const stretches = joined(lines.map((line, index) => ({ isFolded: isFar[index] === true, lines: [line] })))
  return joined(stretches.map((one) => (one.lines.length < minLines ? { ...one, isFolded: false } : one)))
}

/** Neighbours that are alike are one. */
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
