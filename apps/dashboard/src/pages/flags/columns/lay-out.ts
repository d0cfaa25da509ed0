import type { Environment } from '@bunting/contract'
import { classes } from '../../../ui/classes.ts'
import { type ColumnChoice, isOwnOrder } from './column-choice.ts'
import { type ColumnName, columns, type LinePart } from './columns.ts'
import { fitColumns, hiddenUntil, narrowUntil } from './fit-columns.ts'
import { hang, maxInView } from './hang.ts'
import { strungWidth } from './strung-width.ts'

export type Layout = {
  columns: readonly { name: ColumnName; label: string; className: string }[]
  /** Of the bars beside a figure. */
  barsClass: string
  line: readonly LinePart[]
  /** In the project's order. */
  environments: readonly Environment[]
  inView: readonly Environment[]
  folded: readonly Environment[]
  buntingWidth: number
  /** Of the pennants of a row. */
  strungClass: string
}

export const cellPadding = 24

/** So many do not fit beside a name in the narrowest window: but for production they fold there. */
export const isLong = (environments: number): boolean => environments > 3

/** How the table is laid out for somebody, whatever its width: that is for the style sheet to see. */
export const layOut = (environments: readonly Environment[], choice: ColumnChoice): Layout => {
  const { inView, folded } = hang(environments, choice.inView)
  const buntingWidth = strungWidth(inView.length, folded.length) + cellPadding
  const shown = choice.order.filter((name) => choice.shown.includes(name))
  const from = fitColumns({ shown, isOwnOrder: isOwnOrder(choice), buntingWidth })
  const barsFrom = from.get('bars') ?? 0
  return {
    columns: shown.map((name) => ({
      name,
      label: name === 'production' ? (inView[0]?.name ?? '') : columns[name].label,
      className: classes(`c-${name}`, hiddenUntil(from.get(name) ?? 0), name === 'usage' && narrowUntil(barsFrom)),
    })),
    barsClass: hiddenUntil(barsFrom),
    line: choice.line,
    environments,
    inView,
    folded,
    buntingWidth,
    strungClass: classes(
      'strung',
      isLong(environments.length) && (folded.length > 0 || inView.length === maxInView ? 'folds' : 'folds-late'),
    ),
  }
}
