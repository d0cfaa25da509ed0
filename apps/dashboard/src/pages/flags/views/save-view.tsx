import { ApiError } from '@bunting/contract'
import { useState } from 'react'
import { sayError } from '../../../api/core/change.ts'
import { useSaveView } from '../../../api/views.ts'
import type { FlagsSearch } from '../../../features/flags/flags-search.ts'
import { nameProblem } from '../../../format/field-problems.ts'
import { FormFoot } from '../../../ui/controls/form-foot.tsx'
import { NameField } from '../../../ui/controls/name-and-slug.tsx'
import { useForm } from '../../../ui/controls/use-form.ts'
import { Note } from '../../../ui/note.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { viewSearchOf } from './same-search.ts'

type SaveViewProps = {
  projectId: string
  search: FlagsSearch
  /** The view that the address started from: saving under its name replaces it. */
  from: { id: string; name: string } | undefined
  onClose(): void
  onSaved(viewId: string): void
}

export const SaveView = ({ projectId, search, from, onClose, onSaved }: SaveViewProps) => {
  const [name, setName] = useState(from?.name ?? '')
  const save = useSaveView(projectId)
  const replaces = from?.name === name.trim() ? from.id : undefined
  const isTaken =
    save.error instanceof ApiError && save.error.code === 'CONFLICT' && save.variables?.name === name.trim()
  const { form, problems } = useForm({
    found: { name: nameProblem(name) },
    ...save,
    send: () =>
      save.mutate(
        { name: name.trim(), search: viewSearchOf(search), replaces },
        {
          onSuccess: ({ id }) => {
            onClose()
            onSaved(id)
          },
        },
      ),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Save this view"
      lede="Filters, order and groups under a name. Everybody in the project finds it above the table."
    >
      <form {...form} className="mt-4 grid gap-4">
        <NameField
          value={name}
          onChange={setName}
          hint={replaces && 'It takes the place of the one that has this name.'}
          problem={problems.name ?? (isTaken ? save.error?.message : undefined)}
        />
        {save.error && !isTaken && <Note kind="no">{sayError(save.error)}</Note>}
        <FormFoot onCancel={onClose} busy={save.isPending}>
          {replaces ? 'Replace view' : 'Save view'}
        </FormFoot>
      </form>
    </Dialog>
  )
}
