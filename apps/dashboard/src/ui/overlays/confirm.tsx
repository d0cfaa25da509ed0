import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { Dialog, DialogFoot } from './dialog.tsx'

type ConfirmProps = {
  open: boolean
  onClose(): void
  title: string
  /** What will happen, and that it cannot be undone. */
  children: ReactNode
  /** Something to choose about it. */
  choice?: ReactNode
  /** Names the result: `Revoke the key`. */
  action: string
  onConfirm(): void
  busy?: boolean
}

/** Asks before what no version can restore: revoking a key, taking protection off, archiving. */
export const Confirm = ({ open, onClose, title, children, choice, action, onConfirm, busy = false }: ConfirmProps) => (
  <Dialog open={open} onClose={onClose} title={title} lede={children}>
    {choice && <div className="mt-4">{choice}</div>}
    <DialogFoot>
      <Button kind="ghost" onClick={onClose}>
        Cancel
      </Button>
      <Button kind="danger" busy={busy} onClick={onConfirm}>
        {action}
      </Button>
    </DialogFoot>
  </Dialog>
)
