import type { ColumnChoice } from './column-choice.ts'
import { columnNames, lineParts, usualColumns } from './columns.ts'

/** Reads a stored choice, maybe of another version of the dashboard: unknown columns are dropped, new ones come last. */
export const readChoice = (text: string | null): ColumnChoice => {
  const kept = parse(text)
  const order = known(columnNames, kept.order) ?? columnNames
  const inView = Array.isArray(kept.inView) ? kept.inView.filter((id) => typeof id === 'string') : undefined
  return {
    order: [...order, ...columnNames.filter((name) => !order.includes(name))],
    shown: known(columnNames, kept.shown) ?? usualColumns,
    line: known(lineParts, kept.line) ?? lineParts,
    ...(inView && { inView }),
  }
}

const parse = (text: string | null): Readonly<Record<string, unknown>> => {
  try {
    const kept: unknown = JSON.parse(text ?? '{}')
    return typeof kept === 'object' && kept !== null ? { ...kept } : {}
  } catch {
    return {}
  }
}

const known = <Name extends string>(names: readonly Name[], kept: unknown): readonly Name[] | undefined =>
  Array.isArray(kept) ? [...new Set(kept)].filter((one): one is Name => names.includes(one)) : undefined
