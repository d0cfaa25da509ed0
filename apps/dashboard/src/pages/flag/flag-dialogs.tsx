import type { Environment } from '@bunting/contract'
import { lazy, Suspense } from 'react'
import { ArchiveFlag } from '../../features/flags/archive-flag.tsx'
import type { LoadedFlag } from '../../features/rule-editor/use-editing-state.ts'

const EditFlag = lazy(async () => ({ default: (await import('./edit-flag.tsx')).EditFlag }))
const CopyToEnvironment = lazy(async () => ({
  default: (await import('./copy-to-environment.tsx')).CopyToEnvironment,
}))

const ScheduleDialog = lazy(async () => ({
  default: (await import('./schedule/schedule-dialog.tsx')).ScheduleDialog,
}))

export type FlagDialog = 'edit' | 'archive' | 'copy' | 'schedule'

type FlagDialogsProps = {
  open: FlagDialog | undefined
  flag: LoadedFlag
  flagRef: { projectId: string; flagKey: string; envId: string }
  environment: Environment
  onClose(): void
}

/** The dialogs about a flag as a whole. Outside the page, which is rendered again when the editor is loaded. */
export const FlagDialogs = ({ open, flag, flagRef, environment, onClose }: FlagDialogsProps) => {
  const config = flag.versions[environment.id]?.config
  return (
    <>
      <Suspense>
        {open === 'edit' && <EditFlag flag={flag} projectId={flagRef.projectId} onClose={onClose} />}
        {open === 'copy' && (
          <CopyToEnvironment flag={flag} flagRef={flagRef} environment={environment} onClose={onClose} />
        )}
        {open === 'schedule' && config && (
          <ScheduleDialog flag={flag} flagRef={flagRef} environment={environment} config={config} onClose={onClose} />
        )}
      </Suspense>
      {open === 'archive' && <ArchiveFlag flag={flag} projectId={flagRef.projectId} onClose={onClose} />}
    </>
  )
}
