import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { toast } from '../../api/core/toast.tsx'
import { sessionQuery, signOut } from '../../api/session.ts'
import { later } from '../../ui/overlays/later.tsx'

const loadDrafts = () => import('../draft/storage/kept.ts')
const Confirm = later(async () => (await import('../../ui/overlays/confirm.tsx')).Confirm)

/** Signs out, here or everywhere; `asking` is the dialog that asks first if drafts would be lost. */
export const useSignOut = (): { leave(everywhere: boolean): Promise<void>; asking: ReactNode } => {
  const leaveNow = useLeave()
  const [asked, ask] = useState<{ everywhere: boolean }>()
  return {
    leave: async (everywhere) => {
      const { hasDrafts } = await loadDrafts()
      if (hasDrafts()) ask({ everywhere })
      else await leaveNow(everywhere)
    },
    asking: asked && (
      <Confirm
        open
        onClose={() => ask(undefined)}
        title="Sign out with unsaved changes?"
        action="Sign out and drop them"
        onConfirm={() => void leaveNow(asked.everywhere)}
      >
        Nothing of yours stays in this browser for whoever comes next: changes that you did not save are gone then.
      </Confirm>
    ),
  }
}

const useLeave = () => {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (everywhere: boolean) => {
    const { forgetDrafts } = await loadDrafts()
    try {
      await signOut(everywhere)
    } catch (error) {
      toast({ kind: 'no', title: 'Not signed out', children: (error as Error).message })
      return
    }
    // Nothing that this user saw is left for the next one.
    await navigate({ to: '/sign-in' })
    forgetDrafts()
    client.clear()
    client.setQueryData(sessionQuery.queryKey, null)
  }
}
