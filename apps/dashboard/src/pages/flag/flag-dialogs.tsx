import type { Environment } from '@bunting/contract'
import { lazy, Suspense } from 'react'
import { Confirm } from '../../parts/confirm.tsx'
import type { LoadedFlag } from './use-editing-state.ts'
import { useSetArchived } from './use-set-archived.ts'

const EditFlag = lazy(async () => ({ default: (await import('./edit-flag.tsx')).EditFlag }))
const CopyToEnvironment = lazy(async () => ({
  default: (await import('./copy-to-environment.tsx')).CopyToEnvironment,
}))

export type FlagDialog = 'edit' | 'archive' | 'copy'

type FlagDialogsProps = {
  open: FlagDialog | undefined
  flag: LoadedFlag
  place: { projectId: string; flagKey: string; envId: string }
  environment: Environment
  onClose(): void
}

/** What is asked about a flag as a whole. Beside the page, which is drawn anew once the editor is there. */
export const FlagDialogs = ({ open, flag, place, environment, onClose }: FlagDialogsProps) => {
  const { setArchived, isPending } = useSetArchived(flag, place.projectId)
  return (
    <>
      <Suspense>
        {open === 'edit' && <EditFlag flag={flag} projectId={place.projectId} onClose={onClose} />}
        {open === 'copy' && <CopyToEnvironment flag={flag} place={place} environment={environment} onClose={onClose} />}
      </Suspense>
      <Confirm
        open={open === 'archive'}
        onClose={onClose}
        title="Archive this flag?"
        action="Archive the flag"
        busy={isPending}
        onConfirm={() => setArchived(true, onClose)}
      >
        Apps get nothing for it from then on, in every environment, and use what their code says. Its versions stay, and
        it can be brought back.
      </Confirm>
    </>
  )
}
