import { sameValue } from '@bunting/engine'

export type Change = { path: string; before?: unknown; after?: unknown }

type Fields = Record<string, unknown>

/** Lists all differences, field by field. Items of a list that have an id or a key are compared by it. */
export const findChanges = (before: unknown, after: unknown, path = ''): Change[] => {
  if (sameValue(before, after)) return []
  if (isFields(before) && isFields(after)) return betweenFields(before, after, path)
  const [older, newer] = [before ?? [], after ?? []]
  if (isNamed(older) && isNamed(newer)) return betweenNamed(older, newer, path)
  return [{ path, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) }]
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const betweenFields = (before: Fields, after: Fields, path: string): Change[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
    findChanges(own(before, name), own(after, name), path === '' ? name : `${path}.${name}`),
  )

/** Reads a member by a name that a user chose: `constructor` is a valid key. */
const own = (fields: Fields, name: string): unknown => (Object.hasOwn(fields, name) ? fields[name] : undefined)

const nameOf = (item: unknown): unknown => (isFields(item) ? (item.id ?? item.key ?? item.flagKey) : undefined)

const isNamed = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.every((item) => typeof nameOf(item) === 'string')

const betweenNamed = (before: unknown[], after: unknown[], path: string): Change[] => {
  const labels = [...before, ...after]
  const names = [...new Set(labels.map(nameOf))]
  const find = (items: unknown[], name: unknown) => items.find((item) => nameOf(item) === name)
  const changes = names.flatMap((name) =>
    findChanges(find(before, name), find(after, name), `${path}[${labelOf(find(labels.toReversed(), name))}]`),
  )
  const kept = (items: unknown[], others: unknown[]) => items.map(nameOf).filter((name) => find(others, name))
  const order = { before: kept(before, after), after: kept(after, before) }
  return sameValue(order.before, order.after) ? changes : [...changes, { path: `${path} in order`, ...order }]
}

const labelOf = (item: unknown): unknown => (isFields(item) && item.name ? item.name : nameOf(item))
