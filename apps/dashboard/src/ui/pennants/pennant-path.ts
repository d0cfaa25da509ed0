/** The cell of a pennant: 18 wide with its gap, 24 high, with the line at 6. */
export const cell = { width: 18, height: 24, line: 6 }

export const paths = {
  plain: 'M2.25 6H15.75L9 21.5Z',
  forked: 'M2.25 6H15.75L14.15 21L9 16.25L3.85 21Z',
  shackle: 'M6.25 6V3.9a2.75 2.75 0 0 1 5.5 0V6',
}

/** From this height on, strokes keep their width, and the ink may come closer to empty and full. */
export const bigFromPx = 28

const top = cell.line
const middle = 9
const heights = { plain: 15.5, forked: 15 }
/** The tip of the notch in a forked tail, and how far the notch opens below it. */
const notch = { y: 16.25, slope: 5.15 / 4.75 }

type Shape = { forked: boolean; share: number; big?: boolean }

/** The path of the inked part. Its area is the share, but 1 % never looks off, and 99 % never looks on. */
export const inkPath = ({ forked, share, big = false }: Shape): string | undefined => {
  if (share <= 0) return undefined
  if (share >= 1) return forked ? paths.forked : paths.plain
  const height = forked ? heights.forked : heights.plain
  const depth = forked ? height * share : height * (1 - Math.sqrt(1 - share))
  const [least, rest] = big ? [1.4, 2] : [3, 4.5]
  const inked = Math.min(Math.max(depth, least), height - rest)
  return forked ? forkedInk(inked) : plainInk(inked)
}

const round = (value: number): number => Math.round(value * 100) / 100

const plainInk = (depth: number): string => {
  const half = 6.75 * (1 - depth / heights.plain)
  return `M2.25 6H15.75L${round(middle + half)} ${round(top + depth)}H${round(middle - half)}Z`
}

const forkedInk = (depth: number): string => {
  const half = 6.75 - (1.6 * depth) / heights.forked
  const y = top + depth
  const open = (y - notch.y) * notch.slope
  const around = open > 0 ? `H${round(middle + open)}L${middle} ${notch.y}L${round(middle - open)} ${round(y)}` : ''
  return `M2.25 6H15.75L${round(middle + half)} ${round(y)}${around}H${round(middle - half)}Z`
}
