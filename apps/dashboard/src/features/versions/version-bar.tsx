import type { ReactNode } from 'react'
import { useEffect, useEffectEvent, useReducer, useState } from 'react'
import { useMaySaveInEmergency } from '../../api/emergency.ts'
import { isAmendable, usePendingProposals } from '../../api/proposals.ts'
import { useBecause, useSession } from '../../api/session.ts'
import { useKeys } from '../../ui/use-keys.ts'
import { settleFields } from '../draft/typed/settle-fields.ts'
import { useManagedTick } from '../managed/use-managed-tick.tsx'
import { ConflictBar } from './conflict-bar.tsx'
import { EditsBar, whyOf } from './edits-bar.tsx'
import { PendingBar } from './pending-bar.tsx'
import { SaveBar } from './save-bar.tsx'
import { useSave } from './use-save.ts'
import type { EditedVersion, Numbered, VersionedKind } from './versioned-kind.ts'

type VersionBarProps<Config extends Numbered, Draft> = {
  kind: VersionedKind<Config, Draft>
  state: EditedVersion<Config, Draft>
  onSaved(): void
  /** A warning before saving, beside the diff. */
  warning?: ReactNode
}

/** Chooses the bar: for viewers, for a pending proposal, for a conflict, or for changes to save. */
export const VersionBar = <Config extends Numbered, Draft>(props: VersionBarProps<Config, Draft>) => {
  const { kind } = props
  const { tick, because: unticked } = useManagedTick(kind.managedBy)
  const state = { ...props.state, notSaving: props.state.notSaving ?? unticked }
  const { environment, isArchived, noun } = kind
  const { draft, live, base } = state
  const mayNot = useBecause('editor')
  const { user } = useSession()
  const { items = [] } = usePendingProposals(kind.projectId)
  const pending = environment.protected ? kind.versions.findPending(items) : undefined
  // The user's own proposal is replaced by a new one.
  const replaces = pending && isAmendable(pending, user.id) ? pending.id : undefined
  const { save, isSaving } = useSave({ ...props, replaces })
  const [comment, setComment] = useState('')
  // The reason belonged to changes that are gone, so it is cleared.
  if (!draft && live && comment !== '') setComment('')
  const maySaveNow = useMaySaveInEmergency(environment) && kind.hasEmergencies
  const isBehind = draft !== undefined && !isSaving && (live?.version ?? 0) !== kind.drafts.baseOf(draft)
  const isOpen = mayNot === undefined && !isArchived && (!pending || replaces !== undefined) && !isBehind
  const saveNow = useEffectEvent(() => {
    if (isOpen && !isSaving && state.notSaving === undefined && (draft || !live)) void save(whyOf(comment))
  })
  const [asked, ask] = useReducer((times: number) => times + 1, 0)
  useEffect(() => {
    if (asked > 0) saveNow()
  }, [asked])
  useKeys({
    'ctrl+s': [
      environment.protected ? 'Propose the change' : 'Save',
      () => {
        settleFields()
        ask()
      },
    ],
  })

  const saving = { state, tick, comment, onComment: setComment, onSave: save, isSaving, replaces }
  if (mayNot !== undefined)
    return <SaveBar mark="look" what="You can look, not change" more="Ask an admin to become an editor" />
  if (isArchived) return <SaveBar mark="look" what={`This ${noun} is archived`} more="Bring it back to change it" />
  if (pending && !(draft && replaces) && !(isBehind && maySaveNow))
    return <PendingBar {...props} {...saving} proposal={pending} />
  if (isBehind && live) return <ConflictBar kind={kind} draft={draft} base={base} live={live} />
  if (!draft && live) return null
  return <EditsBar {...props} {...saving} />
}
