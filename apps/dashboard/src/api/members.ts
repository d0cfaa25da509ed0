import type { Role } from '@bunting/contract'
import { useChange } from './core/change.ts'
import { api } from './core/client.ts'
import { pages, useEveryPage } from './core/every-page.ts'

export const memberKeys = { all: ['members'] }

const membersQuery = pages(memberKeys.all, (query) => api.listMembers({ query }))

export const useMembers = () => useEveryPage(membersQuery)

/** Changes of members are in every project's log. */
const touched = [memberKeys.all, ['audit']]

type RolesChange = { userId: string; role?: Role; projects?: Record<string, Role | null> }

export const useUpdateMember = () =>
  useChange({
    run: ({ userId, ...body }: RolesChange) => api.updateMember({ params: { userId }, body }),
    // A user who changes their own role changes their own rights.
    touches: () => [...touched, ['session']],
    failed: 'Role not changed',
  })

export const useRemoveMember = () =>
  useChange({
    run: ({ userId, keepKeys }: { userId: string; keepKeys: boolean }) =>
      api.removeMember({ params: { userId }, query: { keepKeys: keepKeys ? 'true' : 'false' } }),
    touches: () => [...touched, ['api-keys']],
    failed: 'Not removed',
    unsynced: {
      title: 'Removed, not yet everywhere',
      children: 'The edge did not take the end of their keys; Bunting keeps trying. Until then they may be answered.',
    },
  })
