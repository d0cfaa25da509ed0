import { ApiError, type Role } from '@bunting/contract'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api } from './core/client.ts'
import { onError, queryClient } from './core/query-client.ts'

export type Session = Awaited<ReturnType<typeof api.getSession>>

/** The session; null while nobody is signed in. */
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

/** Reads the session again after a possible change. If it has ended, the user is signed out. */
export const readSessionAgain = async (): Promise<void> => {
  try {
    queryClient.setQueryData(sessionQuery.queryKey, await api.getSession({}))
  } catch (error) {
    onError(error as Error)
  }
}

/** The ways to sign in here. */
export const methodsQuery = queryOptions({ queryKey: ['sign-in-methods'], queryFn: () => api.getSignInMethods({}) })

export const signOut = (everywhere = false) => api.signOut({ body: { everywhere } })

/** Only for components below the shell, which lets nobody in without a session. */
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

/** A user's role in a project: their role there, else their role in the organization. */
export const roleIn = (projectId: string | undefined, { role, projects }: Pick<Session, 'role' | 'projects'>): Role =>
  projects?.[projectId ?? ''] ?? role

/** The user's role in the project in view. */
export const useRole = (): Role => roleIn(useParams({ strict: false }).projectId, useSession())

const because = (role: Role, needed: Role): string | undefined =>
  ranks[role] < ranks[needed] ? reasons[needed] : undefined

/** Why the caller lacks this role, or undefined if they have it: for `because` of a control. */
export const useBecause = (needed: Role): string | undefined => because(useRole(), needed)

/** The same for organization-wide actions, such as those on members and projects. */
export const useBecauseInOrganization = (needed: Role): string | undefined => because(useSession().role, needed)
