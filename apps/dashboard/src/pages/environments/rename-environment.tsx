import { type FormEvent, useState } from 'react'
import { useUpdateEnvironment } from '../../data/environments.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog, DialogFoot } from '../../parts/dialog.tsx'
import { Field, Input } from '../../parts/field.tsx'
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
      <Field
        label="Name"
        hint={
          <>
            The slug stays <code>{environment.slug}</code>.
          </>
        }
      >
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
      <DialogFoot>
        <Button kind="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button kind="primary" type="submit" busy={update.isPending}>
          Rename
        </Button>
      </DialogFoot>
    </form>
  )
}
