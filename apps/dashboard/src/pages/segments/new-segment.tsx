import { ApiError } from '@bunting/contract'
import { useState } from 'react'
import { sayError } from '../../api/core/change.ts'
import { useCreateSegment } from '../../api/segments.ts'
import { attributeProblem, descriptionProblem, keyProblem, nameProblem } from '../../format/field-problems.ts'
import { suggestKey } from '../../format/suggest.ts'
import { Checkbox, Field, Input, TextArea } from '../../ui/controls/field.tsx'
import { FormFoot } from '../../ui/controls/form-foot.tsx'
import { NameField } from '../../ui/controls/name-and-slug.tsx'
import { useForm } from '../../ui/controls/use-form.ts'
import { Note } from '../../ui/note.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

type NewSegmentProps = { projectId: string; onClose(): void; onCreated(segmentKey: string): void }

export const NewSegment = ({ onClose, ...props }: NewSegmentProps) => (
  <Dialog open onClose={onClose} title="New segment" lede="An audience that flags can name.">
    <NewSegmentForm onClose={onClose} {...props} />
  </Dialog>
)

const NewSegmentForm = ({ projectId, onClose, onCreated }: NewSegmentProps) => {
  const [name, setName] = useState('')
  const [typedKey, setTypedKey] = useState<string>()
  const [isOfPeople, setOfPeople] = useState(true)
  const [unit, setUnit] = useState('')
  const [description, setDescription] = useState('')
  const [isLarge, setLarge] = useState(false)
  const [keepsIds, setKeepsIds] = useState(false)
  const create = useCreateSegment(projectId)
  const key = typedKey ?? suggestKey(name)
  const isTaken = create.error instanceof ApiError && create.error.code === 'CONFLICT' && create.variables?.key === key
  const { form, problems } = useForm({
    found: {
      name: nameProblem(name),
      key: keyProblem(key),
      unit: isOfPeople ? undefined : attributeProblem(unit.trim()),
      description: descriptionProblem(description),
    },
    ...create,
    send: () =>
      create.mutate(
        {
          ...{ name: name.trim(), key },
          unit: isOfPeople ? null : unit.trim(),
          description: description.trim() || null,
          ...(isLarge && { large: true }),
          ...(isLarge && keepsIds && { keepIds: true }),
        },
        { onSuccess: (segment) => onCreated(segment.key) },
      ),
  })
  const taken = isTaken ? 'Another segment of this project has this key; it may be archived.' : undefined
  return (
    <form {...form} className="mt-4 grid gap-4">
      <NameField value={name} onChange={setName} problem={problems.name} />
      <Field label="Key" hint="What flags name it by. It never changes." problem={problems.key ?? taken}>
        {(control) => (
          <Input {...control} className="mono" value={key} onChange={(event) => setTypedKey(event.target.value)} />
        )}
      </Field>
      <fieldset>
        <legend className="label">
          Whom its lists hold <span>never changes either</span>
        </legend>
        <div className="grid gap-1">
          <label className="check">
            <input type="radio" name="unit" checked={isOfPeople} onChange={() => setOfPeople(true)} />
            <span>
              People <span className="text-ink-3">by userId, or anonymousId where there is none</span>
            </span>
          </label>
          <label className="check">
            <input type="radio" name="unit" checked={!isOfPeople} onChange={() => setOfPeople(false)} />
            <span>
              Something else <span className="text-ink-3">by an attribute, such as companyId</span>
            </span>
          </label>
        </div>
      </fieldset>
      {!isOfPeople && (
        <Field label="Attribute" problem={problems.unit}>
          {(control) => (
            <Input
              {...control}
              className="mono"
              placeholder="companyId"
              value={unit}
              onChange={(event) => setUnit(event.target.value)}
            />
          )}
        </Field>
      )}
      <fieldset>
        <legend className="label">
          How many there are <span>never changes either</span>
        </legend>
        <div className="grid gap-1">
          <label className="check">
            <input type="radio" name="large" checked={!isLarge} onChange={() => setLarge(false)} />
            <span>
              Thousands <span className="text-ink-3">typed or pasted, with rules beside them</span>
            </span>
          </label>
          <label className="check">
            <input type="radio" name="large" checked={isLarge} onChange={() => setLarge(true)} />
            <span>
              Millions <span className="text-ink-3">uploaded as files, ids alone</span>
            </span>
          </label>
        </div>
      </fieldset>
      {isLarge && (
        <Checkbox checked={keepsIds} onChange={({ target }) => setKeepsIds(target.checked)}>
          <span>
            Keep the ids <span className="text-ink-3">to export them; otherwise only their hashes are kept</span>
          </span>
        </Checkbox>
      )}
      <Field label="Description" aside="optional" problem={problems.description}>
        {(control) => (
          <TextArea
            {...control}
            rows={2}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
        )}
      </Field>
      {create.error && !isTaken && <Note kind="no">{sayError(create.error)}</Note>}
      <FormFoot onCancel={onClose} busy={create.isPending}>
        Create segment
      </FormFoot>
    </form>
  )
}
