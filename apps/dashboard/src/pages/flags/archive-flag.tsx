import { useUpdateFlag } from '../../data/flags.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { toast } from '../../parts/toast.tsx'
import { useTellProposed } from '../proposal/use-tell-proposed.ts'
import { sayArchive } from './archive-words.ts'
import { WhoStillAsks } from './who-still-asks.tsx'

type ArchiveFlagProps = {
  projectId: string
  flag: { key: string; name: string; archivedAt: string | null }
  onClose(): void
}

/** Puts a flag away, or takes it out again; either way apps notice, so both are asked about. */
export const ArchiveFlag = ({ projectId, flag, onClose }: ArchiveFlagProps) => {
  const { mutate, isPending } = useUpdateFlag(projectId)
  const { mutate: undo } = useUpdateFlag(projectId)
  const tellProposed = useTellProposed(projectId)
  const archived = flag.archivedAt === null
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
  return (
    <Confirm
      open
      onClose={onClose}
      title={archived ? `Archive ${flag.name}?` : `Take ${flag.name} out of the archive?`}
      action={archived ? 'Archive the flag' : 'Take it out'}
      onConfirm={confirm}
      busy={isPending}
      {...(archived && { choice: <WhoStillAsks projectId={projectId} flags={[flag]} /> })}
    >
      {archived
        ? sayArchive(1)
        : 'Apps that ask for it get an answer again, in every environment, from the versions it had.'}
    </Confirm>
  )
}
