import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { sessionQuery, signOut } from '../data/session.ts'
import { forgetDrafts, hasDrafts } from '../draft/kept.ts'
import { Confirm } from '../parts/confirm.tsx'
import { toast } from '../parts/toast.tsx'

/** Signs out, here or everywhere; `asking` is what asks first, where there is something to lose. */
export const useSignOut = (): { leave(everywhere: boolean): void; asking: ReactNode } => {
  const leaveNow = useLeave()
  const [asked, ask] = useState<{ everywhere: boolean }>()
  return {
    leave: (everywhere) => (hasDrafts() ? ask({ everywhere }) : void leaveNow(everywhere)),
    asking: (
      <Confirm
        open={asked !== undefined}
        onClose={() => ask(undefined)}
        title="Sign out with unsaved changes?"
        action="Sign out and drop them"
        onConfirm={() => void leaveNow(asked?.everywhere ?? false)}
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
    try {
      await signOut(everywhere)
    } catch (error) {
      toast({ kind: 'no', title: 'Not signed out', children: (error as Error).message })
      return
    }
    // Of what this person saw nothing stays behind for the next.
    await navigate({ to: '/sign-in' })
    forgetDrafts()
    client.clear()
    client.setQueryData(sessionQuery.queryKey, null)
  }
}
