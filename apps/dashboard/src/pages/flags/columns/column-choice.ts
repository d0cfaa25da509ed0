import { type ColumnName, columnNames, type LinePart } from './columns.ts'

/** The columns and second lines that a user chose. */
export type ColumnChoice = {
  /** All columns, in the order in which they stand. */
  order: readonly ColumnName[]
  shown: readonly ColumnName[]
  /** What is in the second line. */
  line: readonly LinePart[]
  /** The ids of the environments whose pennants are in view; undefined is as it comes. */
  inView?: readonly string[]
}

export const isOwnOrder = ({ order }: ColumnChoice): boolean => order.some((name, at) => name !== columnNames[at])
