import type { ActorType } from '@bunting/contract'
import { unlisted } from '@bunting/contract/text'
import { useQueries } from '@tanstack/react-query'
import { batched } from './core/batch.ts'
import { api } from './core/client.ts'
import { useSession } from './session.ts'

export type Actor = {
  id: string
  type: ActorType
  name: string
  /** True while the name is still loading. */
  isAwaited?: true
}

const loadActor = batched<Actor>(
  async (ids) => (await api.listActors({ query: { ids: ids.join(',') } })).items,
  ({ id }) => id,
)

const actorQuery = (id: string) => ({
  queryKey: ['actors', id],
  queryFn: () => loadActor(id),
  staleTime: 5 * 60_000,
})

/** The names of actors, by their ids. Ids that are still loading are called “somebody”, unknown ids by the id itself. */
export const useActors = (ids: readonly string[]): ((id: string) => Actor) => {
  const unique = [...new Set(ids)]
  const { named, awaited } = useQueries({
    queries: unique.map(actorQuery),
    combine: (results) => ({
      named: new Map(results.flatMap(({ data }) => (data ? [[data.id, data]] : []))),
      awaited: new Set(results.flatMap(({ isPending }, index) => (isPending ? [unique[index]] : []))),
    }),
  })
  return (id) => named.get(id) ?? unnamed(id, awaited.has(id))
}

const unnamed = (id: string, isAwaited: boolean): Actor => {
  if (unlisted[id] !== undefined) return { id, type: 'user', name: unlisted[id] }
  const type = id.startsWith('user_') ? 'user' : 'api_key'
  return isAwaited ? { id, type, name: type === 'user' ? 'Somebody' : 'A key', isAwaited } : { id, type, name: id }
}

/** The names of actors for use in a sentence: the signed-in user is called `You`. */
export const useNames = (ids: readonly (string | null)[]): ((id: string) => string) => {
  const { user } = useSession()
  const actorOf = useActors(ids.filter((id) => id !== null))
  return (id) => (id === user.id ? 'You' : actorOf(id).name)
}
