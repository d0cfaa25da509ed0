import { ApiError } from '@bunting/contract'
import { sayError } from '../api/core/change.ts'
import { useCreateProject } from '../api/projects.ts'
import { FormFoot } from '../ui/controls/form-foot.tsx'
import { NameAndSlug, useNameAndSlug } from '../ui/controls/name-and-slug.tsx'
import { useForm } from '../ui/controls/use-form.ts'
import { Note } from '../ui/note.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'

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
