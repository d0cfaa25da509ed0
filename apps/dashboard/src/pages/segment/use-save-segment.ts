import { ApiError } from '@bunting/contract'
import { isolate } from '@bunting/contract/text'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { sayError } from '../../api/core/change.ts'
import { toast } from '../../api/core/toast.tsx'
import { environmentKeys } from '../../api/environments.ts'
import { useCreateSegmentProposal } from '../../api/propose.ts'
import { useCreateSegmentVersion } from '../../api/segment-versions.ts'
import { sayProblem } from '../../features/draft/problems.ts'
import { sendSegmentDraft } from '../../features/draft/segment-draft.ts'
import type { SegmentProps } from './segment-props.ts'
import type { SegmentEditing } from './use-segment-editing.ts'

/** The bar tells of these. */
const shownInTheBar = new Set(['VERSION_CONFLICT', 'PROPOSAL_ALREADY_PENDING'])

type Saving = SegmentProps & {
  state: SegmentEditing
  onSaved(): void
  /** A proposal of one's own that waits there, and gives way to this one. */
  replaces: string | undefined
}

/** Saves the draft as the next version or, where the environment is protected, proposes it. */
export const useSaveSegment = ({ place, environment, state, onSaved, replaces }: Saving) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const version = useCreateSegmentVersion()
  const proposal = useCreateSegmentProposal()
  const { base, config } = state

  const saveVersion = async (comment: string | undefined) => {
    const becomes = { ...config, version: base.version + 1 }
    const answer = await sendSegmentDraft(place, { base, config, becomes }, () =>
      version.mutateAsync({ ...place, config: becomes, comment }),
    )
    onSaved()
    // Of a change that is not everywhere yet `useChange` tells.
    if ('syncWarning' in answer) return
    toast({
      kind: 'yes',
      title: `Saved as version ${becomes.version}`,
      children: `${isolate(environment.name)} serves it now.`,
    })
  }
  const propose = async (comment: string | undefined) => {
    const { id } = await sendSegmentDraft(place, { base, config }, () =>
      proposal.mutateAsync({ ...place, config: { ...config, version: base.version }, comment, replaces }),
    )
    const params = { projectId: place.projectId, proposalId: id }
    toast({
      kind: 'yes',
      title: replaces === undefined ? 'Proposed' : 'Proposed in its place',
      children: 'Somebody else approves it; until then nothing changes.',
      action: { label: 'See it', run: () => navigate({ to: '/projects/$projectId/proposals/$proposalId', params }) },
    })
  }
  const tellRefusal = (error: unknown) => {
    state.showRefusal(error)
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'PROTECTED_ENVIRONMENT') {
      void client.invalidateQueries({ queryKey: environmentKeys.all(place.projectId) })
    }
    if (shownInTheBar.has(error.code)) return
    toast({ kind: 'no', title: 'Not saved', children: sayError(error) })
  }
  const save = async (comment?: string): Promise<boolean> => {
    const [first] = state.problems
    if (first) {
      state.showProblems()
      toast({ kind: 'no', title: 'Not saved', children: sayProblem(first), action: show })
      return false
    }
    try {
      await (environment.protected ? propose(comment) : saveVersion(comment))
      state.forget()
      return true
    } catch (error) {
      tellRefusal(error)
      return false
    }
  }
  return { save, isSaving: version.isPending || proposal.isPending }
}

const show = {
  label: 'Show',
  run: () => document.querySelector<HTMLElement>('#main [aria-invalid="true"]')?.focus(),
}
