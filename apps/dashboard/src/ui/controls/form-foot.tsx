import type { ReactNode } from 'react'
import { DialogFoot } from '../overlays/dialog.tsx'
import { Button } from './button.tsx'

type FormFootProps = { onCancel(): void; busy: boolean; because?: string | undefined; children: ReactNode }

/** The buttons under a form in a dialog; the children are the label of the submit button. */
export const FormFoot = ({ onCancel, busy, because, children }: FormFootProps) => (
  <DialogFoot>
    <Button kind="ghost" onClick={onCancel}>
      Cancel
    </Button>
    <Button kind="primary" type="submit" busy={busy} because={because}>
      {children}
    </Button>
  </DialogFoot>
)
