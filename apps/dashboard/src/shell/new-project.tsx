import { ApiError } from '@bunting/contract'
import { sayError } from '../data/change.ts'
import { useCreateProject } from '../data/projects.ts'
import { Dialog } from '../parts/dialog.tsx'
import { FormFoot } from '../parts/form-foot.tsx'
import { NameAndSlug, useNameAndSlug } from '../parts/name-and-slug.tsx'
import { Note } from '../parts/note.tsx'
import { useForm } from '../parts/use-form.ts'

type NewProjectProps = { onClose(): void; onCreated(projectId: string): void }

export const NewProject = ({ onClose, onCreated }: NewProjectProps) => (
  <Dialog
    open
    onClose={onClose}
    title="New project"
    lede="It starts with three environments: production, staging and development."
  >
    <NewProjectForm onClose={onClose} onCreated={onCreated} />
  </Dialog>
)

const NewProjectForm = ({ onClose, onCreated }: NewProjectProps) => {
  const named = useNameAndSlug()
  const { name, slug } = named
  const create = useCreateProject()
  const taken = create.error instanceof ApiError && create.error.code === 'CONFLICT'
  const isTaken = taken && create.variables?.slug === slug
  const { form, problems } = useForm({
    found: named.found,
    ...create,
    send: () =>
      create.mutate(
        { name, slug },
        {
          onSuccess: ({ id }) => {
            onClose()
            onCreated(id)
          },
        },
      ),
  })
  return (
    <form {...form} className="mt-4 grid gap-4">
      <NameAndSlug of={named} problems={isTaken ? { ...problems, slug: 'Another project has this slug.' } : problems} />
      {create.error && !taken && <Note kind="no">{sayError(create.error)}</Note>}
      <FormFoot onCancel={onClose} busy={create.isPending}>
        Create project
      </FormFoot>
    </form>
  )
}
