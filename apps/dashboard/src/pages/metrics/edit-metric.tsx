import { useState } from 'react'
import { sayError } from '../../api/core/change.ts'
import { type Metric, useUpdateMetric } from '../../api/metrics.ts'
import { sayMetric } from '../../features/experiments/metric-words.ts'
import { descriptionProblem, nameProblem } from '../../format/field-problems.ts'
import { Field, TextArea } from '../../ui/controls/field.tsx'
import { FormFoot } from '../../ui/controls/form-foot.tsx'
import { NameField } from '../../ui/controls/name-and-slug.tsx'
import { useForm } from '../../ui/controls/use-form.ts'
import { Note } from '../../ui/note.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

type EditMetricProps = { projectId: string; metric: Metric; onClose(): void }

/** Edits how a metric is called: what it counts never changes. */
export const EditMetric = (props: EditMetricProps) => (
  <Dialog
    open
    onClose={props.onClose}
    title="Edit metric"
    lede={`It counts ${sayMetric(props.metric)}, and that never changes.`}
  >
    <EditForm {...props} />
  </Dialog>
)

const EditForm = ({ projectId, metric, onClose }: EditMetricProps) => {
  const [name, setName] = useState(metric.name)
  const [description, setDescription] = useState(metric.description ?? '')
  const update = useUpdateMetric(projectId)
  const body = { metricKey: metric.key, name: name.trim(), description: description.trim() || null }
  const { form, problems } = useForm({
    found: { name: nameProblem(name), description: descriptionProblem(description) },
    ...update,
    send: () => update.mutate(body, { onSuccess: onClose }),
  })
  return (
    <form {...form} className="mt-4 grid gap-4">
      <NameField value={name} onChange={setName} problem={problems.name} />
      <Field label="Description" aside="optional" problem={problems.description}>
        {(control) => (
          <TextArea {...control} value={description} onChange={({ target }) => setDescription(target.value)} />
        )}
      </Field>
      {update.error && <Note kind="no">{sayError(update.error)}</Note>}
      <FormFoot onCancel={onClose} busy={update.isPending}>
        Save
      </FormFoot>
    </form>
  )
}
