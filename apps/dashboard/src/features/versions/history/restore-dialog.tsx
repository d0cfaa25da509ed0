import { isolate } from '@bunting/contract/text'
import { useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { WhyField } from '../../../ui/controls/why-field.tsx'
import { Dialog, DialogFoot } from '../../../ui/overlays/dialog.tsx'
import { useManagedTick } from '../../managed/use-managed-tick.tsx'
import type { HistoricVersion, Numbered, VersionedKind } from '../versioned-kind.ts'
import type { Restore } from './use-restore.ts'

type RestoreProps<Config extends Numbered, Draft> = {
  kind: VersionedKind<Config, Draft>
  version: HistoricVersion<Config>
  latest: HistoricVersion<Config>
  restore: Restore<Config>
  onClose(): void
}

/** The changes of restoring a version, and a field for the reason. */
export const RestoreDialog = <Config extends Numbered, Draft>(props: RestoreProps<Config, Draft>) => {
  const { kind, version, latest, restore, onClose } = props
  const { environment } = kind
  const { Diff } = kind.diff
  const [comment, setComment] = useState('')
  const { tick, because } = useManagedTick(kind.managedBy)
  const next = latest.version + 1
  return (
    <Dialog
      open
      onClose={onClose}
      wide
      title={`Restore version ${version.version}`}
      lede={
        environment.protected
          ? `It is proposed as it was: ${isolate(environment.name)} is protected, so somebody else approves it.`
          : `It becomes version ${next}; nothing in the history changes.`
      }
    >
      <div className="mt-4">
        <Diff
          before={latest.config}
          after={version.config}
          color={environment.color}
          heads={[`Now, version ${latest.version}`, `As in version ${version.version}`]}
        />
      </div>
      <div className="mt-4 grid gap-4">
        {tick}
        <WhyField value={comment} onChange={setComment} />
      </div>
      <DialogFoot>
        <Button kind="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button
          kind="primary"
          because={because}
          busy={restore.isRestoring}
          onClick={() => restore.run(version, comment, onClose)}
        >
          {environment.protected ? 'Propose it' : `Restore as version ${next}`}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
