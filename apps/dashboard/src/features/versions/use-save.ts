import { ApiError } from '@bunting/contract'
import { useNavigate } from '@tanstack/react-router'
import { sayError } from '../../api/core/change.ts'
import { readAgain } from '../../api/core/read-again.ts'
import { toast } from '../../api/core/toast.tsx'
import { environmentKeys } from '../../api/environments.ts'
import type { Why } from '../../api/flag-versions.ts'
import { sayProblem } from '../draft/problems.ts'
import { usePut } from './use-put.ts'
import type { EditedVersion, Numbered, VersionedKind } from './versioned-kind.ts'

type ToSave<Config extends Numbered, Draft> = {
  kind: VersionedKind<Config, Draft>
  state: EditedVersion<Config, Draft>
  onSaved(): void
  /** The user's own pending proposal there, which this one replaces. */
  replaces: string | undefined
}

/** Errors that the bar shows. */
const shownInTheBar = new Set(['VERSION_CONFLICT', 'PROPOSAL_ALREADY_PENDING'])

/** Saves the draft as the next version or, if the environment is protected and it is no emergency, proposes it. */
export const useSave = <Config extends Numbered, Draft>({ kind, state, onSaved, replaces }: ToSave<Config, Draft>) => {
  const { projectId, environment, drafts } = kind
  const navigate = useNavigate()
  const saving = kind.versions.useSaving()
  const { config, base } = state
  const seen = base?.version ?? 0
  const next = seen + 1
  const { put } = usePut(kind, next)

  const saveVersion = async (why: Why) => {
    const becomes = { ...config, version: next }
    const answer = await drafts.send({ base, config, becomes }, () => saving.save(becomes, why))
    onSaved()
    // `useChange` reports a change that is not everywhere yet.
    if ('syncWarning' in answer) return
    const restore = () => base && put({ config: base, is: `It is what version ${seen} was.`, failed: 'Not restored' })
    toast({
      kind: 'yes',
      title: `Saved as version ${next}`,
      children: kind.words.sayServed(becomes),
      ...(base && { action: { label: `Restore ${seen}`, run: restore } }),
    })
  }
  const propose = async ({ comment }: Why) => {
    const { id } = await drafts.send({ base, config }, () =>
      saving.propose({ ...config, version: seen }, { comment, replaces }),
    )
    const params = { projectId, proposalId: id }
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
      void readAgain({ queryKey: environmentKeys.all(projectId) })
    }
    if (shownInTheBar.has(error.code)) return
    // Only errors about a field can be shown there, so only they get the action.
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
  return { save, isSaving: saving.isPending }
}

const show = {
  label: 'Show',
  run: () => document.querySelector<HTMLElement>('#main [aria-invalid="true"]')?.focus(),
}
