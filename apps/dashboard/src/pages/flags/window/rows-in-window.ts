/** The rows that are rendered, from one index up to before another, and the height of the space around them. */
export type RowsInWindow = {
  from: number
  to: number
  before: number
  after: number
  isScrolling: boolean
  /** Learns the height of a rendered row. */
  measure: ((row: HTMLTableRowElement | null) => void) | undefined
}

export type ListInWindow = {
  count: number
  /** The height of a row before it is measured, in pixels. */
  heightOf(index: number): number
  keyOf(index: number): string | number
  /** The height of the page above the rows. */
  above: number
}

/** The rows that are rendered beyond the viewport, at each end. */
export const overscan = 8

/** The rows at the top, until the code that follows the window is loaded. */
export const rowsAtTop = ({ count, heightOf }: Pick<ListInWindow, 'count' | 'heightOf'>): RowsInWindow => {
  const heights = Array.from({ length: count }, (_, index) => heightOf(index))
  let to = 0
  for (let height = 0; to < count && height < window.innerHeight; to += 1) height += heights[to] ?? 0
  to = Math.min(to + overscan, count)
  const after = heights.slice(to).reduce((sum, height) => sum + height, 0)
  return { from: 0, to, before: 0, after, isScrolling: false, measure: undefined }
}
