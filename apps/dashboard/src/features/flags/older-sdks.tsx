import { sayOlderSdks } from '@bunting/contract/older-sdks'
import type { FlagConfig, FlagType } from '@bunting/engine'
import type { FlagRef } from '../../api/flag-versions.ts'
import { useSdks } from '../../api/sdks.ts'
import { Note } from '../../ui/note.tsx'

type OlderSdksProps = { flagRef: Pick<FlagRef, 'projectId' | 'envId'>; type: FlagType; config: FlagConfig }

/** A warning if SDKs in use do not support a feature of the draft; nothing if all do. */
export const OlderSdks = ({ flagRef: { projectId, envId }, type, config }: OlderSdksProps) => {
  const older = sayOlderSdks([{ type, config }], useSdks(projectId, envId))
  return older === undefined ? null : <Note kind="warn">{older}</Note>
}
