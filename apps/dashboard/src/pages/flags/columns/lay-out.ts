import type { Environment } from '@bunting/contract'
import { classes } from '../../../ui/classes.ts'
import { type ColumnChoice, isOwnOrder } from './column-choice.ts'
import { type ColumnName, columns, type LinePart } from './columns.ts'
import { fitColumns, hiddenUntil, narrowUntil } from './fit-columns.ts'
import { hang, maxInView } from './hang.ts'
import { strungWidth } from './strung-width.ts'

export type Layout = {
  columns: readonly { name: ColumnName; label: string; className: string }[]
  /** The class of the bars beside a figure. */
  barsClass: string
  line: readonly LinePart[]
  /** All environments, in the project's order. */
  environments: readonly Environment[]
  inView: readonly Environment[]
  folded: readonly Environment[]
  buntingWidth: number
  /** The class of a row's pennants. */
  strungClass: string
}

export const cellPadding = 24

/** Tells whether so many pennants do not fit beside a name on the narrowest screen: then all but production are folded. */
export const isLong = (environments: number): boolean => environments > 3

/** The layout of the table for a choice, at any width: the style sheet adapts it to the width. */
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
