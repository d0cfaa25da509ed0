/** The columns beside the pennants and the name, in the default order. */
export const columnNames = ['production', 'change', 'usage', 'type', 'asked', 'client', 'kind', 'ends', 'code'] as const

export type ColumnName = (typeof columnNames)[number]

type Column = {
  /** The heading of the column, and its name in the chooser. */
  label: string
  /** The name in the chooser, if it should say more. */
  about?: string
  /** The width in pixels, including the padding. */
  width: number
}

/** The columns. The heading of `production` is the environment's own name. */
export const columns: Record<ColumnName, Column> = {
  production: { label: 'Production', width: 124 },
  change: { label: 'Last change', about: 'Last change and what waits', width: 196 },
  usage: { label: 'Asked a day', width: 104 },
  type: { label: 'Type', width: 96 },
  asked: { label: 'Last asked', width: 132 },
  client: { label: 'Client-safe', width: 96 },
  kind: { label: 'Kind', width: 108 },
  ends: { label: 'Ends on', width: 108 },
  code: { label: 'In code', width: 96 },
}

/** The width of the bars beside `usage`, which appear only if there is room for them. */
export const barsWidth = 60

export const usualColumns: readonly ColumnName[] = ['production', 'change', 'usage', 'type']

/** The parts of the line under a flag's name. */
export const lineParts = ['key', 'tags', 'owner'] as const

export type LinePart = (typeof lineParts)[number]
