import type { SegmentConfig } from '@bunting/engine'
import type { ReactNode } from 'react'
import { ChangeTable } from '../../features/diff/change-table.tsx'
import { segmentChanges } from '../../features/diff/changes/segment-changes.ts'
import { saySegment } from '../../features/diff/words/say-segment.ts'
import { plural } from '../../format/number.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog, DialogFoot } from '../../ui/overlays/dialog.tsx'

type ReviewSegmentProps = {
  open: boolean
  onClose(): void
  before: SegmentConfig | null
  after: SegmentConfig
  /** What comes of it. */
  action: ReactNode
}

/** The draft against the version it starts from. */
export const ReviewSegment = ({ open, onClose, action, ...sides }: ReviewSegmentProps) => (
  <Dialog open={open} onClose={onClose} title="Unsaved changes" wide>
    {open && <Changes {...sides} />}
    <DialogFoot>
      <Button kind="ghost" onClick={onClose}>
        Close
      </Button>
      {action}
    </DialogFoot>
  </Dialog>
)

const Changes = ({ before, after }: Pick<ReviewSegmentProps, 'before' | 'after'>) => {
  const changes = segmentChanges(before, after)
  return (
    <div className="mt-4">
      <div className="diff-title">
        <h2>{changes.length === 0 ? 'No changes' : plural(changes.length, 'change')}</h2>
      </div>
      <ChangeTable
        changes={changes}
        heads={[before ? `Version ${before.version}` : 'Nothing yet', 'Your draft']}
        foot={`It has then: ${saySegment(after)}.`}
      />
    </div>
  )
}
