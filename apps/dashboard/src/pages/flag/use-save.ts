import { ApiError, type Environment } from '@bunting/contract'
import type { FlagConfig } from '@bunting/engine'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { sayError } from '../../data/change.ts'
import { environmentKeys } from '../../data/environments.ts'
import { type FlagPlace, useCreateFlagVersion } from '../../data/flag-versions.ts'
import { useCreateProposal } from '../../data/proposals.ts'
import { dropDraft } from '../../draft/draft.ts'
import { sayPath } from '../../draft/problems.ts'
import { toast } from '../../parts/toast.tsx'
import type { useEditingState } from './use-editing-state.ts'
import { usePutConfig } from './use-put-config.ts'

type Saving = {
  place: FlagPlace
  environment: Environment
  state: ReturnType<typeof useEditingState>
  onSaved(): void
}

/** The bar tells of these. */
const shownInTheBar = new Set(['VERSION_CONFLICT', 'PROPOSAL_ALREADY_PENDING'])

/** Saves the draft as the next version or, where the environment is protected, proposes it. */
export const useSave = ({ place, environment, state, onSaved }: Saving) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const version = useCreateFlagVersion(place.projectId)
  const proposal = useCreateProposal(place.projectId)
  const { config, base } = state.editing
  const { put } = usePutConfig({ ...place, environment, latest: (base?.version ?? 0) + 1 })

  const saveVersion = async () => {
    const next = (base?.version ?? 0) + 1
    const answer = await version.mutateAsync({ ...place, config: { ...config, version: next } })
    dropDraft(place)
    onSaved()
    // Of a change that is not everywhere yet `useChange` tells.
    if ('syncWarning' in answer) return
    toast({
      kind: 'yes',
      title: `Saved as version ${next}`,
      children: `${environment.name} serves it now.`,
      ...(base && { action: { label: `Restore ${base.version}`, run: () => put(restored(base)) } }),
    })
  }
  const propose = async () => {
    const { id } = await proposal.mutateAsync({ ...place, config: { ...config, version: base?.version ?? 0 } })
    dropDraft(place)
    const params = { projectId: place.projectId, proposalId: id }
    toast({
      kind: 'yes',
      title: 'Proposed',
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
    // Only what stands at a field can be shown.
    toast({ kind: 'no', title: 'Not saved', children: sayError(error), ...(error.details && { action: show }) })
  }
  const save = async () => {
    const [first] = state.problems
    if (first) {
      state.showProblems()
      const children = `${sayPath(first.path)}: ${first.path.replace(/^.*[.\]]/, '')} ${first.message}.`
      toast({ kind: 'no', title: 'Not saved', children, action: show })
      return
    }
    try {
      await (environment.protected ? propose() : saveVersion())
      state.forget()
    } catch (error) {
      tellRefusal(error)
    }
  }
  return { save, isSaving: version.isPending || proposal.isPending }
}

const restored = (config: FlagConfig) => ({
  config,
  is: `It is what version ${config.version} was.`,
  failed: 'Not restored',
})

const show = {
  label: 'Show',
  run: () => document.querySelector<HTMLElement>('#main [aria-invalid="true"]')?.focus(),
}
