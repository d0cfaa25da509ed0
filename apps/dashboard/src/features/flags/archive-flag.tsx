import { toast } from '../../api/core/toast.tsx'
import { type Dependent, useDependents } from '../../api/dependents.ts'
import { useUpdateFlag } from '../../api/flags.ts'
import { plural } from '../../format/number.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Confirm } from '../../ui/overlays/confirm.tsx'
import { Dialog, DialogFoot } from '../../ui/overlays/dialog.tsx'
import { useManagedTick } from '../managed/use-managed-tick.tsx'
import { useTellProposed } from '../proposals/use-tell-proposed.ts'
import { sayArchive } from './archive-words.ts'
import { DependentList } from './needed-by.tsx'
import { WhoStillAsks } from './who-still-asks.tsx'

type ArchiveFlagProps = {
  projectId: string
  flag: { key: string; name: string; archivedAt: string | null; managedBy?: string | undefined }
  onClose(): void
}

/** Archives or restores a flag. Both ask first, since apps are affected either way. */
export const ArchiveFlag = ({ projectId, flag, onClose }: ArchiveFlagProps) => {
  const { mutate, isPending } = useUpdateFlag(projectId)
  const { mutate: undo } = useUpdateFlag(projectId)
  const tellProposed = useTellProposed(projectId)
  const { tick, because } = useManagedTick(flag.managedBy)
  const archived = flag.archivedAt === null
  const { items: dependents = [], isComplete, isError } = useDependents(projectId, flag.key, archived)
  const confirm = () =>
    mutate(
      { flagKey: flag.key, archived },
      {
        onSuccess: (answer) => {
          if (tellProposed(answer)) return
          toast({
            kind: 'yes',
            title: archived ? `${flag.name} is archived` : `${flag.name} is active again`,
            children: archived ? 'Apps no longer find it. Its versions stay.' : 'Apps get it as it was.',
            ...(archived && { action: { label: 'Undo', run: () => undo({ flagKey: flag.key, archived: false }) } }),
          })
        },
        onSettled: onClose,
      },
    )
  if (archived && dependents.length > 0) {
    return <Needed projectId={projectId} name={flag.name} dependents={dependents} onClose={onClose} />
  }
  return (
    <Confirm
      open
      onClose={onClose}
      title={archived ? `Archive ${flag.name}?` : `Take ${flag.name} out of the archive?`}
      action={archived ? 'Archive the flag' : 'Take it out'}
      onConfirm={confirm}
      // If the dependents did not load, the server still knows them, and refuses.
      busy={isPending || (archived && !isComplete && !isError)}
      because={because}
      {...((archived || tick) && {
        choice: (
          <div className="grid gap-4">
            {archived && <WhoStillAsks projectId={projectId} flags={[flag]} />}
            {tick}
          </div>
        ),
      })}
    >
      {archived
        ? sayArchive(1)
        : 'Apps that ask for it get an answer again, in every environment, from the versions it had.'}
    </Confirm>
  )
}

type NeededProps = { projectId: string; name: string; dependents: readonly Dependent[]; onClose(): void }

/** Shows the dependents that prevent archiving, instead of a refusal. */
const Needed = ({ projectId, name, dependents, onClose }: NeededProps) => {
  const flags = new Set(dependents.map(({ flagKey }) => flagKey)).size
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${name} is needed`}
      lede={`${plural(flags, 'flag needs it', 'flags need it')}, so it cannot be archived. Take the prerequisite out there first.`}
    >
      <div className="mt-4 max-h-80 overflow-auto">
        <DependentList projectId={projectId} dependents={dependents} withEnvironment />
      </div>
      <DialogFoot>
        <Button onClick={onClose}>Close</Button>
      </DialogFoot>
    </Dialog>
  )
}
