import type { Environment } from '@bunting/contract'
import type { FlagConfig } from '@bunting/engine'
import type { ReactNode } from 'react'
import { DiffInWords } from '../../features/diff/diff-in-words.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog, DialogFoot } from '../../ui/overlays/dialog.tsx'

type ReviewDiffProps = {
  open: boolean
  onClose(): void
  before: FlagConfig | null
  after: FlagConfig
  environment: Environment
  /** What comes of it. */
  action: ReactNode
  /** What else is asked before. */
  children: ReactNode
}

/** The draft against the version it starts from. */
export const ReviewDiff = ({ open, onClose, before, after, environment, action, children }: ReviewDiffProps) => (
  <Dialog open={open} onClose={onClose} title="Unsaved changes" wide>
    <div className="mt-4">
      <DiffInWords
        before={before}
        after={after}
        color={environment.color}
        heads={[before ? `Version ${before.version}` : 'Nothing yet', 'Your draft']}
      />
    </div>
    <div className="mt-4">{children}</div>
    <DialogFoot>
      <Button kind="ghost" onClick={onClose}>
        Close
      </Button>
      {action}
    </DialogFoot>
  </Dialog>
)
