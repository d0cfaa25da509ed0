import { ApiError } from '@bunting/contract'
import { type FormEvent, useState } from 'react'
import { sayError } from '../data/change.ts'
import { useCreateProject } from '../data/projects.ts'
import { toSlug } from '../format/slug.ts'
import { Button } from '../parts/button.tsx'
import { Dialog, DialogFoot } from '../parts/dialog.tsx'
import { Field, Input } from '../parts/field.tsx'
import { Note } from '../parts/note.tsx'

type NewProjectProps = { open: boolean; onClose(): void; onCreated(projectId: string): void }

export const NewProject = ({ open, onClose, onCreated }: NewProjectProps) => (
  <Dialog
    open={open}
    onClose={onClose}
    title="New project"
    lede="It starts with three environments: production, staging and development."
  >
    <NewProjectForm onClose={onClose} onCreated={onCreated} />
  </Dialog>
)

const NewProjectForm = ({ onClose, onCreated }: Omit<NewProjectProps, 'open'>) => {
  const [name, setName] = useState('')
  const [slug, setSlug] = useState<string>()
  const create = useCreateProject()
  const shownSlug = slug ?? toSlug(name)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate(
      { name, slug: shownSlug },
      {
        onSuccess: ({ id }) => {
          onClose()
          onCreated(id)
        },
      },
    )
  }
  const taken = create.error instanceof ApiError && create.error.code === 'CONFLICT'
  return (
    <form onSubmit={submit} className="mt-4 grid gap-4">
      <Field label="Name">
        {(control) => <Input {...control} value={name} onChange={(event) => setName(event.target.value)} required />}
      </Field>
      <Field
        label="Slug"
        hint="Lower-case letters, digits and dashes. It stays as it is."
        problem={taken ? 'Another project has this slug.' : undefined}
      >
        {(control) => (
          <Input
            {...control}
            className="mono"
            value={shownSlug}
            onChange={(event) => setSlug(event.target.value)}
            pattern="[a-z0-9\-]+"
            required
          />
        )}
      </Field>
      {create.error && !taken && <Note kind="no">{sayError(create.error)}</Note>}
      <DialogFoot>
        <Button kind="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button kind="primary" type="submit" busy={create.isPending}>
          Create project
        </Button>
      </DialogFoot>
    </form>
  )
}
