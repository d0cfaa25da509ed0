import { toast } from '../../api/core/toast.tsx'
import { useUpdateFlag } from '../../api/flags.ts'
import { useTellProposed } from '../../features/proposals/use-tell-proposed.ts'
import type { LoadedFlag } from '../../features/rule-editor/use-editing-state.ts'

/** Archives a flag or brings it back, and tells what came of it. */
export const useSetArchived = (flag: LoadedFlag, projectId: string) => {
  const update = useUpdateFlag(projectId)
  const tellProposed = useTellProposed(projectId)
  const setArchived = (archived: boolean, onDone?: () => void) =>
    update.mutate(
      { flagKey: flag.key, archived },
      {
        onSuccess: (answer) => {
          onDone?.()
          if (tellProposed(answer)) return
          toast({
            kind: 'yes',
            title: archived ? 'Archived' : 'Back again',
            children: archived ? 'Apps get nothing for it now.' : 'Apps get it again.',
          })
        },
      },
    )
  return { setArchived, isPending: update.isPending }
}
