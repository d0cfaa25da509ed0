import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { Dialog, DialogFoot } from './dialog.tsx'

type ConfirmProps = {
  open: boolean
  onClose(): void
  title: string
  /** The consequences, and that they cannot be undone. */
  children: ReactNode
  /** A choice about the action, such as a checkbox. */
  choice?: ReactNode
  /** The label of the confirm button, which names the result: `Revoke the key`. */
  action: string
  onConfirm(): void
  /** The reason why it cannot be confirmed. */
  because?: string | undefined
  busy?: boolean
}

/** Asks before an action that no version can restore: revoking a key, removing protection, archiving. */
export const Confirm = (props: ConfirmProps) => {
  const { open, onClose, title, children, choice, action, onConfirm, because, busy = false } = props
  return (
    <Dialog open={open} onClose={onClose} title={title} lede={children}>
      {choice && <div className="mt-4">{choice}</div>}
      <DialogFoot>
        <Button kind="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button kind="danger" because={because} busy={busy} onClick={onConfirm}>
          {action}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
