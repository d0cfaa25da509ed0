import { useNavigate } from '@tanstack/react-router'
import { toast } from '../../api/core/toast.tsx'
import type { KeptDraft } from '../../features/draft/storage/drafts-of.ts'
import { pageOf, type Subject } from './subject.ts'

/** Opens the editor with the proposed config as the draft: a proposal from there replaces this one. */
export const useAmend = <Config, Draft>(
  subject: Subject,
  { keep, useDraft }: KeptDraft<Config, Draft>,
  draftOf: () => Draft,
): (() => void) => {
  const navigate = useNavigate()
  const other = useDraft()
  return () => {
    keep(draftOf())
    void navigate(pageOf(subject))
    if (!other) return
    toast({
      kind: 'yes',
      title: 'Your unsaved changes gave way to the proposal',
      action: { label: 'Undo', run: () => keep(other) },
    })
  }
}
