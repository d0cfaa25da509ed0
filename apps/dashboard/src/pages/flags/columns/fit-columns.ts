import { barsWidth, type ColumnName, columns } from './columns.ts'

/** The name, including the padding of its cell. */
const nameWidth = 260 + 24
/** The width of what every row has: the checkbox, the star and the menu. */
const aroundWidth = 40 + 72
/** The table is wider than its place in the page, by the padding of its outer cells. */
const outside = 24

/**
 * Below this width the rows are stacked, without columns side by side: they have room for the last change, beside as many
 * pennants as possible. The same width as in `table-narrow.css` and `fold.css`.
 */
export const tableFrom = 740
/** The distance between the widths for which `styles/index.css` has classes. */
const step = 20

type Part = ColumnName | 'bars'

/** The order in which columns get room: the last change and pending proposals first, since the flag's page has the rest. */
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
  'code',
]

type Fitted = {
  /** The columns, from left to right. */
  shown: readonly ColumnName[]
  /** The user chose this order: then it also ranks the columns by importance. */
  isOwnOrder: boolean
  /** The width including the padding of its cell. */
  buntingWidth: number
}

/** The table width from which each column fits, with enough room for the name. */
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

/** The class that hides something until there is room for it. It has no effect on stacked rows. */
export const hiddenUntil = (from: number): string => untilWide(from, 'hidden')

/** The class that keeps the `usage` column narrow until there is room for its bars. */
export const narrowUntil = (from: number): string => untilWide(from, 'w-26')

const untilWide = (from: number, what: string): string =>
  from <= tableFrom ? '' : `@min-[${tableFrom}px]/flags:@max-[${from}px]/flags:${what}`
