import { ApiError, type Role } from '@bunting/contract'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api } from './core/client.ts'
import { onError, queryClient } from './core/query-client.ts'

export type Session = Awaited<ReturnType<typeof api.getSession>>

/** Null while nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async (): Promise<Session | null> => {
    try {
      return await api.getSession({})
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }
  },
  staleTime: 60_000,
})

/** Where it may have changed, or ended: then one is led out, as by any other request. */
export const readSessionAgain = async (): Promise<void> => {
  try {
    queryClient.setQueryData(sessionQuery.queryKey, await api.getSession({}))
  } catch (error) {
    onError(error as Error)
  }
}

/** How one can sign in here. */
export const methodsQuery = queryOptions({ queryKey: ['sign-in-methods'], queryFn: () => api.getSignInMethods({}) })

export const signOut = (everywhere = false) => api.signOut({ body: { everywhere } })

/** Only below the shell, which lets nobody in without one. */
export const useSession = (): Session => {
  const { data } = useSuspenseQuery(sessionQuery)
  if (!data) throw new ApiError('UNAUTHORIZED', 'You are no longer signed in.')
  return data
}

const ranks: Record<Role, number> = { viewer: 0, editor: 1, admin: 2 }
const reasons: Record<Role, string> = {
  viewer: 'Sign in to see this.',
  editor: 'You can look, not change. Ask an admin to become an editor.',
  admin: 'Only an admin can do this.',
}

/** A user's role in a project: their own there, else the one they have in the organization. */
export const roleIn = (projectId: string | undefined, { role, projects }: Pick<Session, 'role' | 'projects'>): Role =>
  projects?.[projectId ?? ''] ?? role

/** In the project in view. */
export const useRole = (): Role => roleIn(useParams({ strict: false }).projectId, useSession())

const because = (role: Role, needed: Role): string | undefined =>
  ranks[role] < ranks[needed] ? reasons[needed] : undefined

/** Why the caller may not do what takes this role, or undefined when they may: for `because` of a control. */
export const useBecause = (needed: Role): string | undefined => because(useRole(), needed)

/** The same of what is no project's: members, and projects themselves. */
export const useBecauseInOrganization = (needed: Role): string | undefined => because(useSession().role, needed)
