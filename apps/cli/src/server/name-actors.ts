import type { Client } from '@bunting/contract'

const maxIds = 100

/** Looks up the names behind actor ids; an unknown id stays as it is. */
export const nameActors = async (api: Client, ids: readonly (string | null)[]): Promise<(id: string) => string> => {
  const names = new Map<string, string>()
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  for (let start = 0; start < wanted.length; start += maxIds) {
    const { items } = await api.listActors({ query: { ids: wanted.slice(start, start + maxIds).join(',') } })
    for (const { id, name } of items) names.set(id, name)
  }
  return (id) => names.get(id) || id
}
