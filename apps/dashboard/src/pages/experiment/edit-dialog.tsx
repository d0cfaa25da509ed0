import { type Experiment, useUpdateExperiment } from '../../api/experiments.ts'
import { WordsForm } from '../../features/experiments/words-form.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

type EditDialogProps = { experiment: Experiment; onClose(): void }

/** Edits the name and the hypothesis, the only fields that can change while an experiment runs. */
export const EditDialog = ({ experiment: { id, projectId, name, hypothesis }, onClose }: EditDialogProps) => {
  const update = useUpdateExperiment(projectId)
  return (
    <Dialog
      open
      onClose={onClose}
      title="Edit the experiment"
      lede="What is split and what decides is settled while it runs, so that its results can be trusted."
    >
      <WordsForm
        words={{ name, text: hypothesis }}
        label="What do you expect, and why"
        update={update}
        onSave={({ name, text }) => update.mutate({ experimentId: id, name, hypothesis: text }, { onSuccess: onClose })}
        onCancel={onClose}
      />
    </Dialog>
  )
}
