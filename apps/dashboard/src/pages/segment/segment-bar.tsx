import type { Environment } from '@bunting/contract'
import { isolate } from '@bunting/contract/text'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useEffectEvent, useMemo, useReducer, useState } from 'react'
import { useActors } from '../../api/actors.ts'
import { toast } from '../../api/core/toast.tsx'
import { findSegmentProposal, usePendingProposals } from '../../api/proposals.ts'
import { useSession } from '../../api/session.ts'
import { segmentChanges } from '../../features/diff/changes/segment-changes.ts'
import { dropSegmentDraft, keepSegmentDraft } from '../../features/draft/segment-draft.ts'
import { settleFields } from '../../features/draft/settle-fields.ts'
import { SaveBar } from '../../features/versions/save-bar.tsx'
import { plural } from '../../format/number.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { WhyLine } from '../../ui/controls/why-line.tsx'
import { useKeys } from '../../ui/use-keys.ts'
import { ReviewSegment } from './review-segment.tsx'
import { SegmentConflict } from './segment-conflict.tsx'
import type { SegmentProps } from './segment-props.ts'
import { useSaveSegment } from './use-save-segment.ts'
import type { SegmentEditing } from './use-segment-editing.ts'

type BarProps = SegmentProps & { state: SegmentEditing; onSaved(): void }

/** Whichever bar fits: somebody who may only look, a proposal that waits, a conflict, or changes to save. */
export const SegmentBar = (props: BarProps) => {
  const { segment, place, environment, state } = props
  const { draft, live } = state
  const { items: proposals = [] } = usePendingProposals(place.projectId)
  const { user } = useSession()
  const pending = environment.protected ? findSegmentProposal(proposals, segment.id, environment.id) : undefined
  // One's own gives way to what one proposes now.
  const replaces = pending?.createdBy === user.id ? pending.id : undefined
  const { save, isSaving } = useSaveSegment({ ...props, replaces })
  const isBehind = draft !== undefined && !isSaving && (live?.version ?? 0) !== draft.base
  const isOpen = state.because === undefined && (!pending || replaces !== undefined) && !isBehind
  const [comment, setComment] = useState('')
  const saveNow = useEffectEvent(async () => {
    if (!isOpen || isSaving || state.notSaving !== undefined || (!draft && live)) return
    // What was said why stays for the next try.
    if (await save(comment.trim() || undefined)) setComment('')
  })
  const [asked, ask] = useReducer((times: number) => times + 1, 0)
  useEffect(() => {
    if (asked > 0) void saveNow()
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

  if (segment.archivedAt !== null)
    return <SaveBar mark="look" what="This segment is archived" more="Bring it back to change it" />
  if (state.because !== undefined)
    return <SaveBar mark="look" what="You can look, not change" more="Ask an admin to become an editor" />
  if (pending && !(draft && replaces)) return <PendingBar {...props} proposal={pending} />
  if (isBehind) return <SegmentConflict {...props} draft={draft} />
  if (!draft && live) return null
  return (
    <EditsBar
      {...props}
      comment={comment}
      onComment={setComment}
      onSave={ask}
      isSaving={isSaving}
      replaces={replaces}
    />
  )
}

const PendingBar = ({ place, environment, state, proposal }: BarProps & { proposal: PendingProposal }) => {
  const { user } = useSession()
  const by = useActors([proposal.createdBy])(proposal.createdBy)
  const isMine = by.id === user.id
  return (
    <SaveBar
      mark="proposal"
      what={isMine ? 'Your proposal is waiting' : `${isolate(by.name)}’s proposal is waiting`}
      more={`One at a time in ${isolate(environment.name)}`}
    >
      {state.draft && <Discard place={place} state={state} />}
      <Link
        to="/projects/$projectId/proposals/$proposalId"
        params={{ projectId: place.projectId, proposalId: proposal.id }}
        className={buttonClass({ kind: 'primary' })}
      >
        {isMine ? 'See it' : 'Review it'}
      </Link>
    </SaveBar>
  )
}

type PendingProposal = { id: string; createdBy: string }

const Discard = ({ place, state: { draft } }: Pick<BarProps, 'place' | 'state'>) => {
  const discard = () => {
    if (!draft) return
    dropSegmentDraft(place)
    const run = () => keepSegmentDraft(place, draft)
    toast({ kind: 'yes', title: 'Changes discarded', action: { label: 'Undo', run } })
  }
  return (
    <Button kind="ghost" onClick={discard}>
      Discard
    </Button>
  )
}

type EditsBarProps = BarProps & {
  comment: string
  onComment(comment: string): void
  onSave(): void
  isSaving: boolean
  /** A proposal of one's own that gives way. */
  replaces: string | undefined
}

const EditsBar = (props: EditsBarProps) => {
  const { place, environment, state, comment, onComment, onSave, isSaving, replaces } = props
  const [isReviewing, setReviewing] = useState(false)
  const { plan } = useSession()
  const { draft, live, base, config } = state
  const counted = useDeferredValue(draft && config)
  const count = useMemo(() => (counted ? segmentChanges(base, counted).length : 0), [base, counted])
  const because =
    state.notSaving ??
    (environment.protected && plan !== 'enterprise' ? 'Proposals need the Enterprise plan.' : undefined)
  const saving = (
    <Button
      kind="primary"
      busy={isSaving}
      because={because}
      title="Ctrl S"
      onClick={() => {
        setReviewing(false)
        onSave()
      }}
    >
      {replaces
        ? 'Propose in its place'
        : environment.protected
          ? 'Propose change'
          : `Save as version ${base.version + 1}`}
    </Button>
  )
  return (
    <SaveBar
      mark="edits"
      what={live === null ? 'Not saved yet' : plural(count, 'unsaved change')}
      more={replaces ? 'Your proposal waits until then' : sayServed(environment, live)}
      why={
        <WhyLine
          value={comment}
          onChange={onComment}
          does={environment.protected ? 'proposes' : 'saves'}
          onEnter={onSave}
        />
      }
    >
      {draft && <Discard place={place} state={state} />}
      {draft && <Button onClick={() => setReviewing(true)}>Review diff</Button>}
      {saving}
      <ReviewSegment
        open={isReviewing}
        onClose={() => setReviewing(false)}
        before={live && base}
        after={config}
        action={saving}
      />
    </SaveBar>
  )
}

const sayServed = (environment: Environment, live: { version: number } | null): string => {
  const name = isolate(environment.name)
  if (environment.protected) return `${name} is protected`
  return live ? `${name} serves version ${live.version}` : `No flag in ${name} can name it until then`
}
