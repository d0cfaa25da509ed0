import { toast } from '../../api/core/toast.tsx'
import { type SegmentInList, useSegmentUsages, useUpdateSegment } from '../../api/segments.ts'
import { useManagedTick } from '../../features/managed/use-managed-tick.tsx'
import { plural } from '../../format/number.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Failed } from '../../ui/failed.tsx'
import { Dialog, DialogFoot } from '../../ui/overlays/dialog.tsx'
import { UsageList } from './used-by/usage-list.tsx'

type ArchiveSegmentProps = { segment: SegmentInList; projectId: string; onClose(): void }

/** Archives a segment, or shows its uses that prevent it; restores an archived one. */
export const ArchiveSegment = ({ segment, projectId, onClose }: ArchiveSegmentProps) => {
  const isArchived = segment.archivedAt !== null
  const { items: usages, isComplete, error, refetch } = useSegmentUsages(projectId, segment.key, !isArchived)
  const { mutate, isPending } = useUpdateSegment(projectId)
  const { tick, because } = useManagedTick(segment.managedBy)
  const isInTheWay = !isArchived && usages !== undefined && usages.length > 0
  const setArchived = () =>
    mutate(
      { segmentKey: segment.key, archived: !isArchived },
      {
        onSuccess: () => {
          onClose()
          toast({
            kind: 'yes',
            title: isArchived ? 'Back again' : 'Archived',
            children: isArchived ? 'Flags can name it again.' : 'Its versions stay, and it can be brought back.',
          })
        },
      },
    )
  if (isInTheWay) {
    return (
      <Dialog
        open
        onClose={onClose}
        title={`${segment.name} is in use`}
        lede={`${plural(usages.length, 'place names', 'places name')} it. Take it out there first: a flag cannot ask for a segment that is archived.`}
      >
        <div className="mt-4 max-h-80 overflow-auto">
          <UsageList projectId={projectId} usages={usages} />
        </div>
        <DialogFoot>
          <Button onClick={onClose}>Close</Button>
        </DialogFoot>
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={isArchived ? `Bring ${segment.name} back?` : `Archive ${segment.name}?`}
      lede={
        isArchived
          ? 'Flags can name it again, with the members it had.'
          : 'No flag names it now, and none can from then on. It keeps its key and its versions, and can be brought back.'
      }
    >
      {error && <Failed title="What uses it did not load" error={error} onRetry={() => void refetch()} />}
      {tick && <div className="mt-4">{tick}</div>}
      <DialogFoot>
        <Button kind="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button
          kind={isArchived ? 'primary' : 'danger'}
          because={because}
          busy={isPending || !(isArchived || isComplete)}
          onClick={setArchived}
        >
          {isArchived ? 'Bring it back' : 'Archive the segment'}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
