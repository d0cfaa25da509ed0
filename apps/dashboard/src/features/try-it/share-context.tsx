import { ApiError } from '@bunting/contract'
import { useState } from 'react'
import { useCreateContext } from '../../api/contexts.ts'
import { sayError } from '../../api/core/change.ts'
import { nameProblem } from '../../format/field-problems.ts'
import { FormFoot } from '../../ui/controls/form-foot.tsx'
import { NameField } from '../../ui/controls/name-and-slug.tsx'
import { useForm } from '../../ui/controls/use-form.ts'
import { Note } from '../../ui/note.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { contextOf, sayTyped, type Typed } from './context.ts'

type ShareContextProps = { projectId: string; typed: Typed; onClose(): void }

export const ShareContext = (props: ShareContextProps) => (
  <Dialog
    open
    onClose={props.onClose}
    title="Share this context"
    lede={
      <>
        Everybody in the project can try it by its name: <bdi>{sayTyped(props.typed)}</bdi>.
      </>
    }
  >
    <ShareForm {...props} />
  </Dialog>
)

const ShareForm = ({ projectId, typed, onClose }: ShareContextProps) => {
  const [name, setName] = useState('')
  const create = useCreateContext(projectId)
  const isTaken =
    create.error instanceof ApiError && create.error.code === 'CONFLICT' && create.variables?.name === name
  const { form, problems } = useForm({
    found: { name: nameProblem(name) },
    ...create,
    send: () => create.mutate({ name, context: contextOf(typed) }, { onSuccess: onClose }),
  })
  return (
    <form {...form} className="mt-4 grid gap-4">
      <NameField
        value={name}
        onChange={setName}
        hint="Who it stands for, such as “Customer in the Netherlands”."
        problem={isTaken ? create.error?.message : problems.name}
      />
      {create.error && !isTaken && <Note kind="no">{sayError(create.error)}</Note>}
      <FormFoot onCancel={onClose} busy={create.isPending}>
        Share
      </FormFoot>
    </form>
  )
}
