import { useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { WhyField } from '../../ui/controls/why-field.tsx'
import { Dialog, DialogFoot } from '../../ui/overlays/dialog.tsx'
import { Value } from '../../ui/value.tsx'
import { StopsExperiment } from '../experiments/stops-experiment.tsx'
import { NeededWhenOff } from '../flags/needed-by.tsx'
import { useManagedTick } from '../managed/use-managed-tick.tsx'
import { staysTrue } from './toggled-config.ts'
import type { Toggle } from './use-toggle.tsx'

type ConfirmToggleProps = { toggle: Toggle; onToggle(toggle: Toggle): void; onClose(): void }

/**
 * Asks before turning off a flag that would still answer `true`, or that other flags need, and before turning one on or
 * off that is managed elsewhere.
 */
export const ConfirmToggle = ({ toggle, onToggle, onClose }: ConfirmToggleProps) => {
  const { flag, environment, on } = toggle
  const [comment, setComment] = useState('')
  const config = flag.versions[environment.id]?.config
  const flagRef = { projectId: flag.projectId, flagKey: flag.key, envId: environment.id }
  const stays = staysTrue(config, toggle)
  const { tick, because } = useManagedTick(flag.managedBy)
  const word = on ? 'on' : 'off'
  const confirm = (withFalse: boolean) => {
    onClose()
    onToggle({ ...toggle, withFalse, comment: comment.trim() })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Turn ${flag.name} ${word} in ${environment.name}?`}
      lede={stays && <SayStaysTrue />}
    >
      <div className="mt-4 grid gap-4">
        {!on && config && <StopsExperiment flagRef={flagRef} before={config} after={{ ...config, enabled: false }} />}
        {!on && <NeededWhenOff {...flagRef} />}
        {tick}
        <WhyField value={comment} onChange={setComment} />
      </div>
      <DialogFoot>
        <Button kind="ghost" onClick={onClose}>
          Cancel
        </Button>
        {stays && (
          <Button because={because} onClick={() => confirm(false)}>
            Turn off, keep true
          </Button>
        )}
        <Button kind="primary" because={because} onClick={() => confirm(stays)}>
          {stays ? 'Turn off, give false' : `Turn ${word}`}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

export const SayStaysTrue = () => (
  <>
    Once it is off everyone still gets <Value value={true} />, because that is the default. With the default{' '}
    <Value value={false} />, off gives <Value value={false} />, and on gives what it gives now.
  </>
)
