import { useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { WhyField } from '../../ui/controls/why-field.tsx'
import { Dialog, DialogFoot } from '../../ui/overlays/dialog.tsx'
import { Value } from '../../ui/value.tsx'
import { StopsExperiment } from '../experiments/stops-experiment.tsx'
import { NeededWhenOff } from '../flags/needed-by.tsx'
import { staysTrue } from './toggled-config.ts'
import type { Toggle } from './use-toggle.tsx'

type ConfirmOffProps = { toggle: Toggle; onToggle(toggle: Toggle): void; onClose(): void }

/** Asks before turning off a flag that would still answer `true`, or that other flags need. */
export const ConfirmOff = ({ toggle, onToggle, onClose }: ConfirmOffProps) => {
  const { flag, environment } = toggle
  const [comment, setComment] = useState('')
  const config = flag.versions[environment.id]?.config
  const flagRef = { projectId: flag.projectId, flagKey: flag.key, envId: environment.id }
  const stays = staysTrue(config, toggle)
  const off = (withFalse: boolean) => {
    onClose()
    onToggle({ ...toggle, withFalse, comment: comment.trim() })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Turn ${flag.name} off in ${environment.name}?`}
      lede={stays && <SayStaysTrue />}
    >
      <div className="mt-4 grid gap-4">
        {config && <StopsExperiment flagRef={flagRef} before={config} after={{ ...config, enabled: false }} />}
        <NeededWhenOff {...flagRef} />
        <WhyField value={comment} onChange={setComment} />
      </div>
      <DialogFoot>
        <Button kind="ghost" onClick={onClose}>
          Cancel
        </Button>
        {stays && <Button onClick={() => off(false)}>Turn off, keep true</Button>}
        <Button kind="primary" onClick={() => off(stays)}>
          {stays ? 'Turn off, give false' : 'Turn off'}
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
