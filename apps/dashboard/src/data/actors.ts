import type { ActorType } from '@bunting/contract'
import { useQueries } from '@tanstack/react-query'
import { batched } from './batch.ts'
import { api } from './client.ts'
import { useSession } from './session.ts'

export type Actor = { id: string; type: ActorType; name: string }

const loadActor = batched<Actor>(
  async (ids) => (await api.listActors({ query: { ids: ids.join(',') } })).items,
  ({ id }) => id,
)

const actorQuery = (id: string) => ({
  queryKey: ['actors', id],
  queryFn: () => loadActor(id),
  staleTime: 5 * 60_000,
})

/** Who stands behind these ids. Until the answer is there, and for ids nobody knows, it is the id itself. */
export const useActors = (ids: readonly string[]): ((id: string) => Actor) => {
  const named = useQueries({
    queries: [...new Set(ids)].map(actorQuery),
    combine: (results) => new Map(results.flatMap(({ data }) => (data ? [[data.id, data]] : []))),
  })
  return (id) => named.get(id) ?? unnamed(id)
}

const unnamed = (id: string): Actor => {
  // Whoever runs Bunting: the first start, and the operator API.
  if (id === 'operator') return { id, type: 'user', name: 'The operator' }
  if (id === 'stranger') return { id, type: 'user', name: 'A stranger' }
  return { id, type: id.startsWith('user_') ? 'user' : 'api_key', name: id }
}

/** The same as a name in a sentence, where one is spoken to: `You`. */
export const useNames = (ids: readonly (string | null)[]): ((id: string) => string) => {
  const { user } = useSession()
  const actorOf = useActors(ids.filter((id) => id !== null))
  return (id) => (id === user.id ? 'You' : actorOf(id).name)
}
