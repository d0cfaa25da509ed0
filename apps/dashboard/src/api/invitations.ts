import type { Invitation, Role } from '@bunting/contract'
import { useChange } from './core/change.ts'
import { api } from './core/client.ts'
import { pages, useEveryPage } from './core/every-page.ts'
import { memberKeys } from './members.ts'

export const invitationKeys = { all: ['invitations'] }

const invitationsQuery = pages(
  invitationKeys.all,
  async (query) => (await api.listInvitations({ query })) as { items: Invitation[] } & Page,
)

type Page = { nextCursor: number | null; hasMore: boolean }

/** The invitations that nobody has accepted yet. Only admins may read them. */
export const useInvitations = (isAdmin: boolean) => useEveryPage({ ...invitationsQuery, enabled: isAdmin })

const touched = [invitationKeys.all, memberKeys.all, ['audit']]

type Invited = { email: string; role: Role; projects: Record<string, Role> }

export const useInvite = () =>
  useChange({
    run: ({ projects, ...body }: Invited) =>
      api.createInvitation({ body: { ...body, ...(Object.keys(projects).length > 0 ? { projects } : {}) } }),
    touches: () => touched,
  })

export const useWithdrawInvitation = () =>
  useChange({
    run: (invitationId: string) => api.withdrawInvitation({ params: { invitationId } }),
    touches: () => touched,
    failed: 'Not withdrawn',
  })
