import { useState } from 'react'
import { useUpdateEnvironment } from '../../api/environments.ts'
import { nameProblem } from '../../format/field-problems.ts'
import { FormFoot } from '../../ui/controls/form-foot.tsx'
import { NameField } from '../../ui/controls/name-and-slug.tsx'
import { useForm } from '../../ui/controls/use-form.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import type { CardProps } from './card-props.ts'

type RenameProps = CardProps & { open: boolean; onClose(): void }

export const RenameEnvironment = ({ open, onClose, ...card }: RenameProps) => (
  <Dialog open={open} onClose={onClose} title={`Rename ${card.environment.name}`}>
    <RenameForm {...card} onClose={onClose} />
  </Dialog>
)

const RenameForm = ({ projectId, environment, onClose }: Omit<RenameProps, 'open'>) => {
  const [name, setName] = useState(environment.name)
  const update = useUpdateEnvironment(projectId, environment)
  const { form, problems } = useForm({
    found: { name: nameProblem(name) },
    ...update,
    send: () => update.mutate({ envId: environment.id, name }, { onSuccess: onClose }),
  })
  return (
    <form {...form} className="mt-4">
      <NameField
        value={name}
        onChange={setName}
        problem={problems.name}
        hint={
          <>
            The slug stays <code>{environment.slug}</code>.
          </>
        }
      />
      <FormFoot onCancel={onClose} busy={update.isPending}>
        Rename
      </FormFoot>
    </form>
  )
}
