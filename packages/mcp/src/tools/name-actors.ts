import type { Client } from '@bunting/contract'
import { cleanText } from '../answer/clean.ts'

/** Looks up the names of people and keys; an unknown id stays as it is. */
export const nameActors = async (api: Client, ids: readonly string[]): Promise<(id: string) => string> => {
  if (ids.length === 0) return (id) => id
  const { items } = await api.listActors({ query: { ids: [...new Set(ids)].join(',') } })
  const names = new Map(items.map(({ id, name }) => [id, cleanText(name, 60)]))
  return (id) => names.get(id) || id
}
