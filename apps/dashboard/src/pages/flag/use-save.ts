import { ApiError, type Environment } from '@bunting/contract'
import type { FlagConfig } from '@bunting/engine'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { sayError } from '../../api/core/change.ts'
import { toast } from '../../api/core/toast.tsx'
import { environmentKeys } from '../../api/environments.ts'
import { type FlagPlace, useCreateFlagVersion, type Why } from '../../api/flag-versions.ts'
import { useCreateProposal } from '../../api/propose.ts'
import { sendDraft } from '../../features/draft/draft.ts'
import { sayProblem } from '../../features/draft/problems.ts'
import { isTrueWhenOff } from '../../features/draft/starting-config.ts'
import type { useEditingState } from '../../features/rule-editor/use-editing-state.ts'
import { usePutConfig } from './use-put-config.ts'

type Saving = {
  place: FlagPlace
  environment: Environment
  state: ReturnType<typeof useEditingState>
  onSaved(): void
  /** A proposal of one's own that waits there, and gives way to this one. */
  replaces?: string | undefined
}

/** The bar tells of these. */
const shownInTheBar = new Set(['VERSION_CONFLICT', 'PROPOSAL_ALREADY_PENDING'])

/** Saves the draft as the next version or, where the environment is protected and there is no emergency, proposes it. */
export const useSave = ({ place, environment, state, onSaved, replaces }: Saving) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const version = useCreateFlagVersion(place.projectId)
  const proposal = useCreateProposal(place.projectId)
  const { config, base } = state.edited
  const { put } = usePutConfig({ ...place, environment, latest: (base?.version ?? 0) + 1 })

  const saveVersion = async (why: Why) => {
    const next = (base?.version ?? 0) + 1
    const saved = { ...config, version: next }
    const answer = await sendDraft(place, { config, becomes: saved }, () =>
      version.mutateAsync({ ...place, config: saved, why }),
    )
    onSaved()
    // Of a change that is not everywhere yet `useChange` tells.
    if ('syncWarning' in answer) return
    toast({
      kind: 'yes',
      title: `Saved as version ${next}`,
      children: sayServed(environment, saved),
      ...(base && { action: { label: `Restore ${base.version}`, run: () => put(restored(base)) } }),
    })
  }
  const propose = async ({ comment }: Why) => {
    const { id } = await sendDraft(place, { config }, () =>
      proposal.mutateAsync({ ...place, config: { ...config, version: base?.version ?? 0 }, comment, replaces }),
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
    // Only what stands at a field can be shown.
    toast({ kind: 'no', title: 'Not saved', children: sayError(error), ...(error.details && { action: show }) })
  }
  const save = async (why: Why = {}) => {
    const [first] = state.findProblems()
    if (first) {
      state.showProblems()
      toast({ kind: 'no', title: 'Not saved', children: sayProblem(first), action: show })
      return
    }
    try {
      await (environment.protected && !why.emergency ? propose(why) : saveVersion(why))
      state.forget()
    } catch (error) {
      tellRefusal(error)
    }
  }
  return { save, isSaving: version.isPending || proposal.isPending }
}

/** Off is not nothing, least of all where it is `true`. */
const sayServed = ({ name }: Environment, config: FlagConfig): string =>
  config.enabled || !isTrueWhenOff(config)
    ? `${name} serves it now.`
    : `${name} serves it now. It is off, and everyone gets true, the default.`

const restored = (config: FlagConfig) => ({
  config,
  is: `It is what version ${config.version} was.`,
  failed: 'Not restored',
})

const show = {
  label: 'Show',
  run: () => document.querySelector<HTMLElement>('#main [aria-invalid="true"]')?.focus(),
}
