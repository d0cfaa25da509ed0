import { toast } from '../../api/core/toast.tsx'
import { useUpdateFlag } from '../../api/flags.ts'
import { useTellProposed } from '../../features/proposals/use-tell-proposed.ts'
import type { LoadedFlag } from '../../features/rule-editor/use-editing-state.ts'

/** Restores an archived flag, and shows the result. */
export const useBringBack = (flag: LoadedFlag, projectId: string): (() => void) => {
  const { mutate } = useUpdateFlag(projectId)
  const tellProposed = useTellProposed(projectId)
  return () =>
    mutate(
      { flagKey: flag.key, archived: false },
      {
        onSuccess: (answer) => {
          if (tellProposed(answer)) return
          toast({ kind: 'yes', title: 'Back again', children: 'Apps get it again.' })
        },
      },
    )
}
