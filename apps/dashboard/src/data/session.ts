import { ApiError, type Role } from '@bunting/contract'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { api } from './client.ts'

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

/** Why the caller may not do what takes this role, or undefined when they may: for `because` of a control. */
export const useBecause = (needed: Role): string | undefined =>
  ranks[useSession().role] < ranks[needed] ? reasons[needed] : undefined
