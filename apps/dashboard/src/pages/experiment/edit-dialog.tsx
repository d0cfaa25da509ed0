import { useState } from 'react'
import { sayError } from '../../api/core/change.ts'
import { type Experiment, useUpdateExperiment } from '../../api/experiments.ts'
import { descriptionProblem, nameProblem } from '../../format/field-problems.ts'
import { Field, TextArea } from '../../ui/controls/field.tsx'
import { FormFoot } from '../../ui/controls/form-foot.tsx'
import { NameField } from '../../ui/controls/name-and-slug.tsx'
import { useForm } from '../../ui/controls/use-form.ts'
import { Note } from '../../ui/note.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

type EditDialogProps = { experiment: Experiment; onClose(): void }

/** Edits the name and the hypothesis, the only fields that can change while an experiment runs. */
export const EditDialog = ({ experiment, onClose }: EditDialogProps) => (
  <Dialog
    open
    onClose={onClose}
    title="Edit the experiment"
    lede="What is split and what decides is settled while it runs, so that its results can be trusted."
  >
    <EditForm experiment={experiment} onClose={onClose} />
  </Dialog>
)

const EditForm = ({ experiment, onClose }: EditDialogProps) => {
  const [name, setName] = useState(experiment.name)
  const [hypothesis, setHypothesis] = useState(experiment.hypothesis ?? '')
  const update = useUpdateExperiment(experiment.projectId)
  const body = { experimentId: experiment.id, name: name.trim(), hypothesis: hypothesis.trim() || null }
  const { form, problems } = useForm({
    found: { name: nameProblem(name), hypothesis: descriptionProblem(hypothesis) },
    ...update,
    send: () => update.mutate(body, { onSuccess: onClose }),
  })
  return (
    <form {...form} className="mt-4 grid gap-4">
      <NameField value={name} onChange={setName} problem={problems.name} />
      <Field label="What do you expect, and why" aside="optional" problem={problems.hypothesis}>
        {(control) => (
          <TextArea {...control} value={hypothesis} onChange={({ target }) => setHypothesis(target.value)} />
        )}
      </Field>
      {update.error && <Note kind="no">{sayError(update.error)}</Note>}
      <FormFoot onCancel={onClose} busy={update.isPending}>
        Save
      </FormFoot>
    </form>
  )
}
