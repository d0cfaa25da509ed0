import { ApiError } from '@bunting/contract'
import { useState } from 'react'
import { sayError } from '../../../data/change.ts'
import { useCreateContext } from '../../../data/contexts.ts'
import { nameProblem } from '../../../format/field-problems.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { FormFoot } from '../../../parts/form-foot.tsx'
import { NameField } from '../../../parts/name-and-slug.tsx'
import { Note } from '../../../parts/note.tsx'
import { useForm } from '../../../parts/use-form.ts'
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
