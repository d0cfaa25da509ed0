import type { Environment } from '@bunting/contract'
import { isolate } from '@bunting/contract/text'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useEffectEvent, useMemo, useReducer, useState } from 'react'
import { useActors } from '../../api/actors.ts'
import { toast } from '../../api/core/toast.tsx'
import { useMaySaveInEmergency } from '../../api/emergency.ts'
import type { FlagPlace, Why } from '../../api/flag-versions.ts'
import { findConfig, isAmendable, usePendingProposals } from '../../api/proposals.ts'
import { useBecause, useSession } from '../../api/session.ts'
import { changesBetween } from '../../features/diff/changes/changes-between.ts'
import { dropDraft, keepDraft } from '../../features/draft/draft.ts'
import { settleFields } from '../../features/draft/settle-fields.ts'
import { NeededWhenOff } from '../../features/flags/needed-by.tsx'
import { EmergencySave } from '../../features/proposals/emergency-save.tsx'
import type { LoadedFlag, useEditingState } from '../../features/rule-editor/use-editing-state.ts'
import { SaveBar } from '../../features/versions/save-bar.tsx'
import { plural } from '../../format/number.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { WhyField } from '../../ui/controls/why-field.tsx'
import { WhyLine } from '../../ui/controls/why-line.tsx'
import { useKeys } from '../../ui/use-keys.ts'
import { ConflictBar } from './conflict.tsx'
import { ReviewDiff } from './review-diff.tsx'
import { useSave } from './use-save.ts'

type BarProps = {
  flag: LoadedFlag
  place: FlagPlace
  environment: Environment
  state: ReturnType<typeof useEditingState>
  onSaved(): void
}

/** A proposal of one's own that gives way. */
type Replacing = { replaces: string | undefined }

type SavingProps = BarProps & {
  comment: string
  onComment(comment: string): void
  onSave(why: Why): Promise<void>
  isSaving: boolean
}

/** Whichever bar fits: somebody who may only look, a proposal that waits, a conflict, or changes to save. */
export const Bar = (props: BarProps) => {
  const { flag, place, environment, state } = props
  const { draft, live } = state
  const mayNot = useBecause('editor')
  const { user } = useSession()
  const pending = usePending(flag, place, environment)
  // One's own gives way to what one proposes now.
  const replaces = pending && isAmendable(pending, user.id) ? pending.id : undefined
  const { save, isSaving } = useSave({ ...props, replaces })
  const [comment, setComment] = useState('')
  // What was said was said of changes that are gone.
  if (!draft && live && comment !== '') setComment('')
  const maySaveNow = useMaySaveInEmergency(environment)
  const isBehind = draft !== undefined && !isSaving && (live?.version ?? 0) !== (draft.base?.version ?? 0)
  const canSave =
    mayNot === undefined && flag.archivedAt === null && (!pending || replaces !== undefined) && !isBehind && !isSaving
  const saveNow = useEffectEvent(() => {
    if (canSave && (draft || !live)) void save(whyOf(comment))
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

  const saving = { comment, onComment: setComment, onSave: save, isSaving }
  if (mayNot !== undefined)
    return <SaveBar mark="look" what="You can look, not change" more="Ask an admin to become an editor" />
  if (flag.archivedAt !== null)
    return <SaveBar mark="look" what="This flag is archived" more="Bring it back to change it" />
  if (pending && !(draft && replaces) && !(isBehind && maySaveNow))
    return <PendingBar {...props} {...saving} proposal={pending} />
  if (isBehind && live)
    return <ConflictBar place={place} environment={environment} draft={draft} live={live} type={flag.type} />
  if (!draft && live) return null
  return <EditsBar {...props} {...saving} replaces={replaces} />
}

const whyOf = (comment: string): Why => (comment.trim() === '' ? {} : { comment: comment.trim() })

const usePending = (flag: LoadedFlag, { projectId }: FlagPlace, environment: Environment) => {
  const { items = [] } = usePendingProposals(projectId)
  if (!environment.protected) return undefined
  return findConfig(items, flag.id, environment.id)
}

const PendingBar = (props: SavingProps & { proposal: { id: string; createdBy: string } }) => {
  const { place, environment, proposal, state, comment, onSave, isSaving } = props
  const { user } = useSession()
  const by = useActors([proposal.createdBy])(proposal.createdBy)
  return (
    <SaveBar
      mark="proposal"
      what={by.id === user.id ? 'Your proposal is waiting' : `${isolate(by.name)}’s proposal is waiting`}
      more={`One at a time in ${isolate(environment.name)}`}
    >
      {state.draft && (
        <>
          <Discard place={place} state={state} />
          <EmergencySave
            environment={environment}
            busy={isSaving}
            why={comment}
            onSave={(comment) => onSave({ comment, emergency: true })}
          />
        </>
      )}
      <Link
        to="/projects/$projectId/proposals/$proposalId"
        params={{ projectId: place.projectId, proposalId: proposal.id }}
        className={buttonClass({ kind: 'primary' })}
      >
        {by.id === user.id ? 'See it' : 'Review it'}
      </Link>
    </SaveBar>
  )
}

const Discard = ({ place, state: { draft } }: Pick<BarProps, 'place' | 'state'>) => {
  const discard = () => {
    if (!draft) return
    dropDraft(place)
    toast({ kind: 'yes', title: 'Changes discarded', action: { label: 'Undo', run: () => keepDraft(place, draft) } })
  }
  return (
    <Button kind="ghost" onClick={discard}>
      Discard
    </Button>
  )
}

const EditsBar = (props: SavingProps & Replacing) => {
  const { place, environment, state, comment, onComment, onSave, isSaving, replaces } = props
  const [isReviewing, setReviewing] = useState(false)
  const { plan } = useSession()
  const { draft, edited } = state
  const { base, config } = edited
  // What is typed shows at once; how many changes that makes, right after.
  const counted = useDeferredValue(draft && config)
  const count = useMemo(() => (counted ? changesBetween(base, counted).changes.length : 0), [base, counted])
  const because = environment.protected && plan !== 'enterprise' ? 'Proposals need the Enterprise plan.' : undefined
  const save = () => {
    if (because !== undefined || isSaving) return
    setReviewing(false)
    void onSave(whyOf(comment))
  }
  const saving = (
    <Button kind="primary" busy={isSaving} because={because} title="Ctrl S" onClick={save}>
      {replaces
        ? 'Propose in its place'
        : environment.protected
          ? 'Propose change'
          : `Save as version ${(base?.version ?? 0) + 1}`}
    </Button>
  )
  return (
    <SaveBar
      mark="edits"
      what={base === null ? 'Not saved yet' : count === 0 ? 'Unsaved changes' : plural(count, 'unsaved change')}
      more={replaces ? 'Your proposal waits until then' : sayServed(environment, base)}
      why={
        <WhyLine
          value={comment}
          onChange={onComment}
          does={environment.protected ? 'proposes' : 'saves'}
          onEnter={save}
        />
      }
    >
      {draft && <Discard place={place} state={state} />}
      {draft && <Button onClick={() => setReviewing(true)}>Review diff</Button>}
      <EmergencySave
        environment={environment}
        busy={isSaving}
        why={comment}
        onSave={(comment) => onSave({ comment, emergency: true })}
      />
      {saving}
      <ReviewDiff
        open={isReviewing}
        onClose={() => setReviewing(false)}
        before={base}
        after={config}
        environment={environment}
        action={saving}
      >
        {!config.enabled && (
          <div className="mb-4">
            <NeededWhenOff {...place} />
          </div>
        )}
        <WhyField value={comment} onChange={onComment} />
      </ReviewDiff>
    </SaveBar>
  )
}

const sayServed = (environment: Environment, base: { version: number } | null): string => {
  const name = isolate(environment.name)
  if (environment.protected) return `${name} is protected`
  return base ? `${name} serves version ${base.version}` : `${name} does not know this flag`
}
