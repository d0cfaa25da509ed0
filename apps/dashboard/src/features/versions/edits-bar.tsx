import { isolate } from '@bunting/contract/text'
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import type { Why } from '../../api/flag-versions.ts'
import { useSession } from '../../api/session.ts'
import { plural } from '../../format/number.ts'
import { Button } from '../../ui/controls/button.tsx'
import { WhyField } from '../../ui/controls/why-field.tsx'
import { WhyLine } from '../../ui/controls/why-line.tsx'
import { EmergencySave } from '../proposals/emergency-save.tsx'
import { Discard } from './discard.tsx'
import { ReviewDiff } from './review-diff.tsx'
import { SaveBar } from './save-bar.tsx'
import type { EditedVersion, Numbered, VersionedKind } from './versioned-kind.ts'

export type SavingProps<Config extends Numbered, Draft> = {
  kind: VersionedKind<Config, Draft>
  state: EditedVersion<Config, Draft>
  /** A warning before saving, beside the diff. */
  warning?: ReactNode
  /** The checkbox that confirms a change of an item that is managed elsewhere. */
  tick: ReactNode
  comment: string
  onComment(comment: string): void
  onSave(why: Why): Promise<void>
  isSaving: boolean
  /** The user's own pending proposal, which is replaced. */
  replaces: string | undefined
}

export const whyOf = (comment: string): Why => (comment.trim() === '' ? {} : { comment: comment.trim() })

/** The unsaved changes: their number, the reason, and the buttons to save or propose them. */
export const EditsBar = <Config extends Numbered, Draft>(props: SavingProps<Config, Draft>) => {
  const { kind, state, warning, tick, comment, onComment, onSave, isSaving, replaces } = props
  const { environment, drafts } = kind
  const { changes } = kind.diff
  const { draft, base, config, notSaving } = state
  const [isReviewing, setReviewing] = useState(false)
  const { plan } = useSession()
  // Typed text shows at once; the number of changes follows, in a deferred render.
  const counted = useDeferredValue(draft && config)
  const count = useMemo(() => (counted ? changes(base, counted).length : 0), [changes, base, counted])
  const notProposing =
    environment.protected && plan !== 'enterprise' ? 'Proposals need the Enterprise plan.' : undefined
  const because = notSaving ?? notProposing
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
      more={replaces ? 'Your proposal waits until then' : sayServed(kind, base)}
      why={
        <>
          {tick}
          <WhyLine
            value={comment}
            onChange={onComment}
            does={environment.protected ? 'proposes' : 'saves'}
            onEnter={save}
          />
        </>
      }
    >
      {draft && (
        <>
          <Discard drafts={drafts} draft={draft}>
            Discard
          </Discard>
          <Button onClick={() => setReviewing(true)}>Review diff</Button>
        </>
      )}
      <EmergencyOf {...props} />
      {saving}
      <ReviewDiff
        kind={kind}
        open={isReviewing}
        onClose={() => setReviewing(false)}
        before={base}
        after={config}
        action={saving}
      >
        {warning && <div className="mb-4">{warning}</div>}
        {tick && <div className="mb-4">{tick}</div>}
        <WhyField value={comment} onChange={onComment} />
      </ReviewDiff>
    </SaveBar>
  )
}

/** The button to save without a proposal, for kinds that allow emergencies. */
export const EmergencyOf = <Config extends Numbered, Draft>(props: SavingProps<Config, Draft>) => {
  const { kind, comment, onSave, isSaving } = props
  if (!kind.hasEmergencies) return null
  return (
    <EmergencySave
      environment={kind.environment}
      busy={isSaving}
      why={comment}
      onSave={(comment) => onSave({ comment, emergency: true })}
    />
  )
}

const sayServed = <Config extends Numbered, Draft>(
  { environment, words }: VersionedKind<Config, Draft>,
  base: Config | null,
): string => {
  const name = isolate(environment.name)
  if (environment.protected) return `${name} is protected`
  return base ? `${name} serves version ${base.version}` : words.unserved
}
