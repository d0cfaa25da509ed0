import { type ColumnName, columnNames, type LinePart } from './columns.ts'

/** The columns and second lines that a user chose. */
export type ColumnChoice = {
  /** All columns, shown or not, in the chosen order. */
  order: readonly ColumnName[]
  shown: readonly ColumnName[]
  /** The parts of the second line. */
  line: readonly LinePart[]
  /** The ids of the environments whose pennants are in view; undefined for the default. */
  inView?: readonly string[]
}

export const isOwnOrder = ({ order }: ColumnChoice): boolean => order.some((name, at) => name !== columnNames[at])
