import { type FormEvent, useState } from 'react'
import { useUpdateEnvironment } from '../../data/environments.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { FormFoot } from '../../parts/form-foot.tsx'
import { NameField } from '../../parts/name-and-slug.tsx'
import type { CardProps } from './card-props.ts'

type RenameProps = CardProps & { open: boolean; onClose(): void }

export const RenameEnvironment = ({ open, onClose, ...card }: RenameProps) => (
  <Dialog open={open} onClose={onClose} title={`Rename ${card.environment.name}`}>
    <RenameForm {...card} onClose={onClose} />
  </Dialog>
)

const RenameForm = ({ projectId, environment, onClose }: Omit<RenameProps, 'open'>) => {
  const [name, setName] = useState(environment.name)
  const update = useUpdateEnvironment(projectId)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    update.mutate({ envId: environment.id, name }, { onSuccess: onClose })
  }
  return (
    <form onSubmit={submit} className="mt-4">
      <NameField
        value={name}
        onChange={setName}
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
