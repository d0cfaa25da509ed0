/** What a row can say beside its pennants and its name, in the usual order. */
export const columnNames = ['production', 'change', 'usage', 'type', 'asked', 'client', 'kind', 'ends'] as const

export type ColumnName = (typeof columnNames)[number]

type Column = {
  /** At the head of the column, and where columns are chosen. */
  label: string
  /** Where columns are chosen, if that says more. */
  about?: string
  /** In pixels, with its padding. */
  width: number
}

/** Columns that are not named after an environment. */
export const columns: Record<ColumnName, Column> = {
  production: { label: 'Production', width: 124 },
  change: { label: 'Last change', about: 'Last change and what waits', width: 196 },
  usage: { label: 'Asked a day', width: 104 },
  type: { label: 'Type', width: 96 },
  asked: { label: 'Last asked', width: 132 },
  client: { label: 'Client-safe', width: 96 },
  kind: { label: 'Kind', width: 108 },
  ends: { label: 'Ends on', width: 108 },
}

/** The bars beside `usage`, which have room of their own and give way by themselves. */
export const barsWidth = 60

export const usualColumns: readonly ColumnName[] = ['production', 'change', 'usage', 'type']

/** What stands under the name of a flag. */
export const lineParts = ['key', 'tags', 'owner'] as const

export type LinePart = (typeof lineParts)[number]
