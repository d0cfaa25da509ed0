import { useState } from 'react'
import { type Experiment, useStopExperiment } from '../../api/experiments.ts'
import { FormFoot } from '../../ui/controls/form-foot.tsx'
import { WhyField } from '../../ui/controls/why-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

type StopDialogProps = { experiment: Experiment; onClose(): void }

/** Asks before it stops: a run is not taken up again. */
export const StopDialog = ({ experiment: { id, name, projectId }, onClose }: StopDialogProps) => {
  const [note, setNote] = useState('')
  const stop = useStopExperiment(projectId)
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Stop ${name}?`}
      lede="Nobody new is counted; those who were exposed are, until their time is over. The flag stays as it is, and this run cannot be taken up again."
    >
      <form
        className="mt-4 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          const why = note.trim()
          stop.mutate({ experimentId: id, ...(why === '' ? {} : { note: why }) }, { onSuccess: onClose })
        }}
      >
        <WhyField value={note} onChange={setNote} />
        <FormFoot onCancel={onClose} busy={stop.isPending}>
          Stop the experiment
        </FormFoot>
      </form>
    </Dialog>
  )
}
