import { ApiError } from '@bunting/contract'
import { type FormEvent, useState } from 'react'
import { sayError } from '../../data/change.ts'
import { useCreateEnvironment } from '../../data/environments.ts'
import { useSession } from '../../data/session.ts'
import { toSlug } from '../../format/slug.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog, DialogFoot } from '../../parts/dialog.tsx'
import { Checkbox, Field, Input } from '../../parts/field.tsx'
import { Note } from '../../parts/note.tsx'
import { ColorField, isColor } from './color-field.tsx'
import { withoutProposals } from './protection-row.tsx'

type NewEnvironmentProps = { projectId: string; open: boolean; onClose(): void }

export const NewEnvironment = ({ projectId, open, onClose }: NewEnvironmentProps) => (
  <Dialog
    open={open}
    onClose={onClose}
    title="New environment"
    lede="Every flag can have a config there. It starts with none, and stands after the others."
  >
    <NewEnvironmentForm projectId={projectId} onClose={onClose} />
  </Dialog>
)

const NewEnvironmentForm = ({ projectId, onClose }: Omit<NewEnvironmentProps, 'open'>) => {
  const [name, setName] = useState('')
  const [slug, setSlug] = useState<string>()
  const [color, setColor] = useState('#3E63DD')
  const [isProtected, setProtected] = useState(false)
  const { plan } = useSession()
  const create = useCreateEnvironment(projectId)
  const shownSlug = slug ?? toSlug(name)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isColor(color)) create.mutate({ name, slug: shownSlug, color, protected: isProtected }, { onSuccess: onClose })
  }
  const taken = create.error instanceof ApiError && create.error.code === 'CONFLICT'
  const isTaken = taken && create.variables?.slug === shownSlug
  return (
    <form onSubmit={submit} className="mt-4 grid gap-4">
      <Field label="Name">
        {(control) => (
          <Input
            {...control}
            value={name}
            onChange={(event) => setName(event.target.value)}
            pattern=".*\S.*"
            maxLength={200}
            required
          />
        )}
      </Field>
      <Field
        label="Slug"
        hint="Lower-case letters, digits and dashes. It stays as it is."
        problem={isTaken ? 'Another environment of this project has this slug.' : undefined}
      >
        {(control) => (
          <Input
            {...control}
            className="mono"
            value={shownSlug}
            onChange={(event) => setSlug(event.target.value)}
            pattern="[a-z0-9\-]+"
            maxLength={64}
            required
          />
        )}
      </Field>
      <ColorField value={color} onChange={setColor} />
      <Checkbox
        checked={isProtected}
        disabled={plan !== 'enterprise'}
        onChange={(event) => setProtected(event.target.checked)}
      >
        {plan === 'enterprise' ? 'Protected: a second person approves every change' : withoutProposals}
      </Checkbox>
      {create.error && !taken && <Note kind="no">{sayError(create.error)}</Note>}
      <DialogFoot>
        <Button kind="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button kind="primary" type="submit" busy={create.isPending}>
          Create environment
        </Button>
      </DialogFoot>
    </form>
  )
}
