import { barsWidth, type ColumnName, columns } from './columns.ts'

/** The name, with the padding of its cell. */
const nameWidth = 260 + 24
/** What every row has: the box that selects it, its star and its menu. */
const aroundWidth = 40 + 72
/** The table is wider than its place in the page by the padding of its outer cells. */
const outside = 24

/**
 * Below this the rows are stacked, and no column stands beside another: there is room for the last change, beside as many
 * pennants as there can be. As in `table-narrow.css` and `fold.css`.
 */
export const tableFrom = 740
/** The widths that `styles/index.css` has classes for are so far apart. */
const step = 20

type Part = ColumnName | 'bars'

/** Who changed a flag, and what waits for somebody, matters most; the rest is also on the page of the flag. */
const byImportance: readonly Part[] = [
  'change',
  'usage',
  'production',
  'bars',
  'type',
  'asked',
  'client',
  'kind',
  'ends',
]

type Fitted = {
  /** The columns, from left to right. */
  shown: readonly ColumnName[]
  /** Whether somebody put them into this order: then it says what matters, too. */
  isOwnOrder: boolean
  /** With the padding of its cell. */
  buntingWidth: number
}

/** From which width of the table on there is room for each column, the name having its own. */
export const fitColumns = ({ shown, isOwnOrder, buntingWidth }: Fitted): ReadonlyMap<Part, number> => {
  const ranked: readonly Part[] = isOwnOrder
    ? [...shown, 'bars']
    : byImportance.filter((part) => part === 'bars' || shown.includes(part))
  let taken = nameWidth + aroundWidth + buntingWidth - outside
  return new Map(
    ranked.map((part) => {
      taken += part === 'bars' ? barsWidth : columns[part].width
      return [part, Math.ceil(taken / step) * step]
    }),
  )
}

/** What leaves something out of the table until there is room for it. In stacked rows it has no say. */
export const hiddenUntil = (from: number): string => untilWide(from, 'hidden')

/** The column of `usage` is narrow until there is room for its bars. */
export const narrowUntil = (from: number): string => untilWide(from, 'w-26')

const untilWide = (from: number, what: string): string =>
  from <= tableFrom ? '' : `@min-[${tableFrom}px]/flags:@max-[${from}px]/flags:${what}`
