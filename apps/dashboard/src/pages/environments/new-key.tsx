import type { ApiKeyType, Environment, Scope } from '@bunting/contract'
import { useState } from 'react'
import { useCreateApiKey } from '../../api/api-keys.ts'
import { sayError } from '../../api/core/change.ts'
import { endAfter, keyEnds } from '../../features/environments/key-ends.ts'
import { descriptionProblem } from '../../format/field-problems.ts'
import { Field, Input, Select } from '../../ui/controls/field.tsx'
import { FormFoot } from '../../ui/controls/form-foot.tsx'
import { useForm } from '../../ui/controls/use-form.ts'
import { Note } from '../../ui/note.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { NewSecret } from './new-secret.tsx'
import { ScopeChoice } from './scope-choice.tsx'
import { choosableScopes, isAllowed } from './scopes.ts'
import { TypeChoice } from './type-choice.tsx'

type NewKeyProps = {
  projectId: string
  environments: readonly Environment[]
  /** The environment of the key, unless the user chooses another. */
  envId: string
  open: boolean
  onClose(): void
}

export const NewKey = ({ open, ...props }: NewKeyProps) => (open ? <OpenNewKey {...props} /> : null)

/** First the settings of the key, then its secret, which only this component holds: it is gone when this closes. */
const OpenNewKey = ({ projectId, environments, envId: first, onClose }: Omit<NewKeyProps, 'open'>) => {
  const create = useCreateApiKey()
  const [envId, setEnvId] = useState(first)
  const [type, setType] = useState<ApiKeyType>('server')
  const [description, setDescription] = useState('')
  const [chosen, setChosen] = useState<readonly Scope[]>(['evaluate', 'telemetry'])
  const [days, setDays] = useState<number | null>(null)
  const given = choosableScopes.filter((scope) => chosen.includes(scope) && isAllowed(type, scope))
  const environment = environments.find(({ id }) => id === envId)
  const nothing = given.length === 0 ? 'Choose something that it may do.' : undefined
  const { form, problems } = useForm({
    found: { description: keyNameProblem(description), scopes: nothing },
    ...create,
    send: () =>
      create.mutate({ projectId, envId, type, description, scopes: given, expiresAt: endAfter(days, new Date()) }),
  })
  if (create.data) {
    const close = () => {
      create.reset()
      onClose()
    }
    return (
      <NewSecret
        secret={create.data.key}
        about={{ description, type, scopes: given, environment: environment?.name ?? '' }}
        onClose={close}
      />
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="New key"
      lede="It belongs to one environment, and answers for that one alone."
    >
      <form {...form} className="mt-4 grid gap-4">
        <Field label="Environment">
          {(control) => (
            <Select {...control} value={envId} onChange={(event) => setEnvId(event.target.value)}>
              {environments.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Ends">
          {(control) => (
            <Select
              {...control}
              value={days ?? ''}
              onChange={({ target }) => setDays(target.value === '' ? null : Number(target.value))}
            >
              {keyEnds.map((end) => (
                <option key={end.label} value={end.days ?? ''}>
                  {end.label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <TypeChoice value={type} onChange={setType} />
        <Field
          label="Description"
          hint="Who uses it: the audit log calls it by this name."
          problem={problems.description}
        >
          {(control) => (
            <Input
              {...control}
              // The only field that has to be typed: those before it have defaults.
              autoFocus
              value={description}
              onChange={(event) => setDescription(event.target.value)}
              placeholder="Storefront API"
            />
          )}
        </Field>
        <ScopeChoice type={type} value={given} onChange={setChosen} />
        {create.error && <Note kind="no">{sayError(create.error)}</Note>}
        <FormFoot onCancel={onClose} busy={create.isPending} because={nothing}>
          Create key
        </FormFoot>
      </form>
    </Dialog>
  )
}

const keyNameProblem = (description: string): string | undefined =>
  description.trim() === ''
    ? 'It needs a description: the audit log calls it by this name.'
    : descriptionProblem(description)
