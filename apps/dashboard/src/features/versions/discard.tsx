import type { ReactNode } from 'react'
import { toast } from '../../api/core/toast.tsx'
import { Button } from '../../ui/controls/button.tsx'

type DiscardProps<Draft> = { drafts: { keep(draft: Draft): void; drop(): void }; draft: Draft; children: ReactNode }

/** Discards the draft, with an undo. */
export const Discard = <Draft,>({ drafts, draft, children }: DiscardProps<Draft>) => {
  const discard = () => {
    drafts.drop()
    toast({ kind: 'yes', title: 'Changes discarded', action: { label: 'Undo', run: () => drafts.keep(draft) } })
  }
  return (
    <Button kind="ghost" onClick={discard}>
      {children}
    </Button>
  )
}
