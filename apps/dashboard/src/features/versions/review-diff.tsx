import type { ReactNode } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog, DialogFoot } from '../../ui/overlays/dialog.tsx'
import type { Numbered, VersionedKind } from './versioned-kind.ts'

type ReviewDiffProps<Config extends Numbered, Draft> = {
  kind: VersionedKind<Config, Draft>
  open: boolean
  onClose(): void
  before: Config | null
  after: Config
  /** The button that saves or proposes. */
  action: ReactNode
  /** Further fields and warnings. */
  children: ReactNode
}

/** A dialog that compares the draft with the version it starts from. */
export const ReviewDiff = <Config extends Numbered, Draft>(props: ReviewDiffProps<Config, Draft>) => {
  const { kind, open, onClose, before, after, action, children } = props
  const { Diff } = kind.diff
  return (
    <Dialog open={open} onClose={onClose} title="Unsaved changes" wide>
      <div className="mt-4">
        <Diff
          before={before}
          after={after}
          color={kind.environment.color}
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
}
