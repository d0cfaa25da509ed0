import type { HistoricSegmentVersion } from '@bunting/contract'
import { isolate } from '@bunting/contract/text'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { sayError } from '../../../api/core/change.ts'
import { toast } from '../../../api/core/toast.tsx'
import { useCreateSegmentProposal } from '../../../api/propose.ts'
import { useCreateSegmentVersion } from '../../../api/segment-versions.ts'
import { ChangeTable } from '../../../features/diff/change-table.tsx'
import { segmentChanges } from '../../../features/diff/changes/segment-changes.ts'
import { saySegment } from '../../../features/diff/words/say-segment.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { WhyField } from '../../../ui/controls/why-field.tsx'
import { Dialog, DialogFoot } from '../../../ui/overlays/dialog.tsx'
import type { SegmentProps } from '../segment-props.ts'

type RestoreProps = SegmentProps & {
  version: HistoricSegmentVersion
  latest: HistoricSegmentVersion
  onClose(): void
}

/** Makes an old version the newest again, or proposes it: nothing in the history changes. */
export const RestoreSegment = ({ place, environment, version, latest, onClose }: RestoreProps) => {
  const navigate = useNavigate()
  const [comment, setComment] = useState('')
  const save = useCreateSegmentVersion()
  const proposal = useCreateSegmentProposal()
  const why = comment.trim() || undefined
  const name = isolate(environment.name)
  const restore = async () => {
    const { config } = version
    try {
      if (environment.protected) {
        const base = latest.version
        const { id } = await proposal.mutateAsync({ ...place, config: { ...config, version: base }, comment: why })
        onClose()
        const params = { projectId: place.projectId, proposalId: id }
        await navigate({ to: '/projects/$projectId/proposals/$proposalId', params })
        return
      }
      const next = latest.version + 1
      const answer = await save.mutateAsync({ ...place, config: { ...config, version: next }, comment: why })
      onClose()
      if ('syncWarning' in answer) return
      const children = `It is what version ${version.version} was. ${name} serves it now.`
      toast({ kind: 'yes', title: `Saved as version ${next}`, children })
    } catch (error) {
      toast({ kind: 'no', title: 'Not restored', children: sayError(error as Error) })
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      wide
      title={`Restore version ${version.version}`}
      lede={
        environment.protected
          ? `It is proposed as it was: ${name} is protected, so somebody else approves it.`
          : `It becomes version ${latest.version + 1}; nothing in the history changes.`
      }
    >
      <div className="mt-4">
        <ChangeTable
          changes={segmentChanges(latest.config, version.config)}
          heads={[`Now, version ${latest.version}`, `As in version ${version.version}`]}
          foot={`It has then: ${saySegment(version.config)}.`}
        />
      </div>
      <div className="mt-4">
        <WhyField value={comment} onChange={setComment} />
      </div>
      <DialogFoot>
        <Button kind="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button kind="primary" busy={save.isPending || proposal.isPending} onClick={() => void restore()}>
          {environment.protected ? 'Propose it' : `Restore as version ${latest.version + 1}`}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
