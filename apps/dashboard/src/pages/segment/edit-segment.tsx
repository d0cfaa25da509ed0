import { useState } from 'react'
import { type SegmentInList, useUpdateSegment } from '../../api/segments.ts'
import { useManagedTick } from '../../features/managed/use-managed-tick.tsx'
import { descriptionProblem, nameProblem } from '../../format/field-problems.ts'
import { Field, TextArea } from '../../ui/controls/field.tsx'
import { FormFoot } from '../../ui/controls/form-foot.tsx'
import { NameField } from '../../ui/controls/name-and-slug.tsx'
import { useForm } from '../../ui/controls/use-form.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'

type EditSegmentProps = { segment: SegmentInList; projectId: string; onClose(): void }

/** Edits the name and the description of a segment. */
export const EditSegment = ({ segment, projectId, onClose }: EditSegmentProps) => {
  const [name, setName] = useState(segment.name)
  const [description, setDescription] = useState(segment.description ?? '')
  const update = useUpdateSegment(projectId)
  const { tick, because } = useManagedTick(segment.managedBy)
  const { form, problems } = useForm({
    found: { name: nameProblem(name), description: descriptionProblem(description) },
    ...update,
    send: () =>
      because === undefined &&
      update.mutate(
        { segmentKey: segment.key, name: name.trim(), description: description.trim() || null },
        { onSuccess: onClose },
      ),
  })
  return (
    <Dialog open onClose={onClose} title="Edit segment" lede={<>The key {segment.key} and the unit never change.</>}>
      <form {...form} className="mt-4 grid gap-4">
        <NameField value={name} onChange={setName} problem={problems.name} />
        <Field label="Description" aside="optional" problem={problems.description}>
          {(control) => (
            <TextArea {...control} value={description} onChange={(event) => setDescription(event.target.value)} />
          )}
        </Field>
        {tick}
        <FormFoot onCancel={onClose} busy={update.isPending} because={because}>
          Save
        </FormFoot>
      </form>
    </Dialog>
  )
}
