import type { Rule, Share } from '@bunting/engine'
import { count } from '../../format/number.ts'
import { isDrawnBySum, sumOf } from '../draft/weights.ts'

/** The percentage of matching people who change sides when a rule draws everybody again. */
export const movedByDraw = (before: Rule, after: Rule): number => movedApart(partsOf(before), partsOf(after))

/** The percentage of people in a rule who get another variant when its split changes. */
export const movedBySplit = (before: Rule, after: Rule): number => {
  const [was, is] = [sharesOf(before.distribution ?? []), sharesOf(after.distribution ?? [])]
  return isSummedAnew(before, after) ? movedApart(was, is) : movedTogether(was, is)
}

/** Tells whether the sum of the weights changes in a way that draws everybody again. */
export const isSummedAnew = (before: Rule, after: Rule): boolean =>
  isDrawnBySum(after) && sumOf(before.distribution ?? []) !== sumOf(after.distribution ?? [])

/** The percentage in words: `About 38 of every 100 people`. A draft may have something that is not a number. */
export const sayOfHundred = (moved: number): string => {
  if (!Number.isFinite(moved)) return 'Some people'
  if (moved < 0.001) return 'None of the people'
  if (moved > 99.999) return 'All people'
  return `${moved < 0.5 ? 'Fewer than 1' : `About ${count(moved)}`} of every 100 people`
}

/** An outcome, and its share of people, from 0 to 1. */
type Part = { name: string; size: number }

const sharesOf = (distribution: readonly Share[], of = 1): readonly Part[] => {
  const total = sumOf(distribution)
  return distribution.map(({ variant, weight }) => ({ name: `gets ${variant}`, size: (of * weight) / total }))
}

const partsOf = ({ rolloutPercentage = 100, distribution }: Rule): readonly Part[] => {
  const inside = rolloutPercentage / 100
  const parts = distribution ? sharesOf(distribution, inside) : [{ name: 'in', size: inside }]
  return [{ name: 'out', size: 1 - inside }, ...parts]
}

/** With two independent draws, people stay only if both put them into the same part. */
const movedApart = (was: readonly Part[], is: readonly Part[]): number => {
  const sizes = new Map(is.map(({ name, size }) => [name, size]))
  return 100 * (1 - was.reduce((sum, { name, size }) => sum + size * (sizes.get(name) ?? 0), 0))
}

/** With one draw whose borders move, people between an old and a new border change sides. */
const movedTogether = (was: readonly Part[], is: readonly Part[]): number => {
  const ranges = rangesOf(is)
  const stay = rangesOf(was).map(({ name, start, end }) => {
    const same = ranges.filter((one) => one.name === name)
    return same.reduce((sum, one) => sum + Math.max(0, Math.min(end, one.end) - Math.max(start, one.start)), 0)
  })
  return 100 * (1 - stay.reduce((sum, size) => sum + size, 0))
}

const rangesOf = (parts: readonly Part[]) => {
  let end = 0
  return parts.map(({ name, size }) => {
    const start = end
    end += size
    return { name, start, end }
  })
}
