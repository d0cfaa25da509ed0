import { type FormEvent, useState } from 'react'
import { useBecauseProtected } from '../../data/because-protected.ts'
import { useUpdateFlag } from '../../data/flags.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Checkbox, Field, Input, TextArea } from '../../parts/field.tsx'
import { FormFoot } from '../../parts/form-foot.tsx'
import { useTellProposed } from '../proposal/use-tell-proposed.ts'
import type { LoadedFlag } from './use-editing-state.ts'

type EditFlagProps = { flag: LoadedFlag; projectId: string; onClose(): void }

/** What a flag is called, and who may evaluate it. */
export const EditFlag = ({ flag, projectId, onClose }: EditFlagProps) => {
  const [name, setName] = useState(flag.name)
  const [description, setDescription] = useState(flag.description ?? '')
  const [clientSafe, setClientSafe] = useState(flag.clientSafe)
  const update = useUpdateFlag(projectId)
  const problem = name.trim() === '' ? 'A flag needs a name.' : undefined
  const notSafe = useBecauseProtected(projectId)(flag)
  const tellProposed = useTellProposed(projectId)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (problem !== undefined || update.isPending) return
    const words = { name: name.trim(), description: description.trim() || null }
    try {
      if (words.name !== flag.name || words.description !== flag.description) {
        await update.mutateAsync({ flagKey: flag.key, ...words })
      }
      // Apart: a strict environment takes it as a proposal.
      if (clientSafe !== flag.clientSafe) tellProposed(await update.mutateAsync({ flagKey: flag.key, clientSafe }))
      onClose()
    } catch {
      // It is told, and what was typed stays.
    }
  }
  return (
    <Dialog open onClose={onClose} title="Edit flag" lede={<>The key {flag.key} and the type never change.</>}>
      <form onSubmit={save} className="mt-4 grid gap-4">
        <Field label="Name" problem={problem}>
          {(control) => (
            <Input {...control} value={name} maxLength={200} onChange={(event) => setName(event.target.value)} />
          )}
        </Field>
        <Field label="Description" aside="optional">
          {(control) => (
            <TextArea
              {...control}
              value={description}
              maxLength={2_000}
              onChange={(event) => setDescription(event.target.value)}
            />
          )}
        </Field>
        <Checkbox
          checked={clientSafe}
          disabled={notSafe !== undefined}
          onChange={(event) => setClientSafe(event.target.checked)}
        >
          <span>
            Client-safe:{' '}
            <span className="text-ink-3">{notSafe ?? 'client keys, which are public, may evaluate it'}</span>
          </span>
        </Checkbox>
        <FormFoot onCancel={onClose} busy={update.isPending}>
          Save
        </FormFoot>
      </form>
    </Dialog>
  )
}
