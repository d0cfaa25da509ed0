import { ApiError } from '@bunting/contract'
import { type ComponentProps, useState } from 'react'
import { sayError } from '../../api/core/change.ts'
import { useCreateEnvironment, useEnvironments } from '../../api/environments.ts'
import { useSession } from '../../api/session.ts'
import { ColorField, colorProblem } from '../../features/environments/color-field.tsx'
import { Checkbox, Field, Select } from '../../ui/controls/field.tsx'
import { FormFoot } from '../../ui/controls/form-foot.tsx'
import { NameAndSlug, useNameAndSlug } from '../../ui/controls/name-and-slug.tsx'
import { useForm } from '../../ui/controls/use-form.ts'
import { Note } from '../../ui/note.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { withoutProposals } from './protection-row.tsx'

type NewEnvironmentProps = { projectId: string; open: boolean; onClose(): void }

export const NewEnvironment = ({ projectId, open, onClose }: NewEnvironmentProps) => (
  <Dialog
    open={open}
    onClose={onClose}
    title="New environment"
    lede="Every flag can have a config there. It stands after the others."
  >
    <NewEnvironmentForm projectId={projectId} onClose={onClose} />
  </Dialog>
)

const NewEnvironmentForm = ({ projectId, onClose }: Omit<NewEnvironmentProps, 'open'>) => {
  const named = useNameAndSlug()
  const { name, slug } = named
  const [color, setColor] = useState('#3E63DD')
  const [isProtected, setProtected] = useState(false)
  const [copyFrom, setCopyFrom] = useState('')
  const { plan } = useSession()
  const create = useCreateEnvironment(projectId)
  const taken = create.error instanceof ApiError && create.error.code === 'CONFLICT'
  const isTaken = taken && create.variables?.slug === slug
  const { form, problems } = useForm({
    found: { ...named.found, color: colorProblem(color) },
    ...create,
    send: () =>
      create.mutate(
        { name, slug, color, protected: isProtected, ...(copyFrom === '' ? {} : { copyFrom }) },
        { onSuccess: onClose },
      ),
  })
  return (
    <form {...form} className="mt-4 grid gap-4">
      <NameAndSlug
        of={named}
        problems={isTaken ? { ...problems, slug: 'Another environment of this project has this slug.' } : problems}
      />
      <StartField projectId={projectId} value={copyFrom} onChange={(event) => setCopyFrom(event.target.value)} />
      <ColorField value={color} onChange={setColor} />
      <Checkbox
        checked={isProtected}
        disabled={plan !== 'enterprise'}
        onChange={(event) => setProtected(event.target.checked)}
      >
        {plan === 'enterprise' ? 'Protected: a second person approves every change' : withoutProposals}
      </Checkbox>
      {create.error && !taken && <Note kind="no">{sayError(create.error)}</Note>}
      <FormFoot onCancel={onClose} busy={create.isPending}>
        Create environment
      </FormFoot>
    </form>
  )
}

type StartFieldProps = { projectId: string } & Pick<ComponentProps<'select'>, 'value' | 'onChange'>

/** Chooses what the environment starts with: nothing, or a copy of another one. */
const StartField = ({ projectId, ...select }: StartFieldProps) => {
  const environments = useEnvironments(projectId)
  return (
    <Field
      label="Start with the flags of"
      hint="Its latest configs and segments, each as version 1. Keys, proposals and schedules stay where they are."
    >
      {(control) => (
        <Select {...control} {...select}>
          <option value="">Nothing: every flag begins here later</option>
          {environments.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
