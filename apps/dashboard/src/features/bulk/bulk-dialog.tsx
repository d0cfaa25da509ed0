import { type ReactNode, useId, useState } from 'react'
import { count } from '../../format/number.ts'
import { Button } from '../../ui/controls/button.tsx'
import { WhyField } from '../../ui/controls/why-field.tsx'
import { Dialog, DialogFoot } from '../../ui/overlays/dialog.tsx'
import './bulk.css'
import { type Plan, stepsOf } from './plan.ts'
import { Preview } from './preview.tsx'
import type { Action, Bulk, Result } from './use-bulk.ts'

type BulkDialogProps = {
  title: string
  lede?: ReactNode
  /** Undefined until it is known. */
  plan: Plan | undefined
  /** The steps, if they differ from those of the plan. */
  steps?: Action['steps']
  /** Replaces the plan's preview, if there is more to know of each flag than its outcome. */
  preview?: ReactNode
  /** The label of the button, which names the result: `Turn 3 flags on`. */
  action: string
  /** Red, for actions that may break apps. */
  kind?: 'danger'
  /** Why nothing can be done yet, such as a missing choice. */
  because?: string | undefined
  asksWhy?: boolean
  about: Pick<Action, 'flags' | 'says' | 'inOrder'>
  bulk: Bulk
  onClose(): void
  onDone(result: Result): void
  /** The fields of the action. */
  children?: ReactNode
}

/** An action on many flags: its fields, a dry run of each flag, and its progress. */
export const BulkDialog = ({ title, lede, plan, about, bulk, onClose, onDone, ...props }: BulkDialogProps) => {
  const [comment, setComment] = useState('')
  const progressId = useId()
  const steps = props.steps ?? stepsOf(plan ?? [])
  const { progress } = bulk
  const because =
    props.because ??
    (plan === undefined
      ? 'What it will do is being looked up.'
      : steps.length === 0
        ? 'Nothing would change.'
        : undefined)
  const run = async () => {
    const result = await bulk.run({ ...about, steps, comment: comment.trim() || undefined })
    if (result) onDone(result)
  }
  return (
    <Dialog open onClose={onClose} title={title} lede={lede} wide firm={progress !== undefined}>
      <form
        noValidate
        className="mt-4 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (because === undefined && !progress) void run()
        }}
      >
        {props.children}
        {plan && plan.length > 0 && (props.preview ?? <Preview plan={plan} />)}
        {props.asksWhy && <WhyField value={comment} onChange={setComment} />}
        {progress && (
          <div className="bulk-progress" role="status">
            <label htmlFor={progressId}>
              {count(progress.done)} of {count(progress.of)} done
            </label>
            <progress id={progressId} value={progress.done} max={progress.of} />
          </div>
        )}
        <DialogFoot>
          <Button kind="ghost" onClick={onClose} because={progress && 'It is under way.'}>
            Cancel
          </Button>
          <Button kind={props.kind ?? 'primary'} type="submit" busy={progress !== undefined} because={because}>
            {plan && steps.length === 0 ? 'Nothing to change' : props.action}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
