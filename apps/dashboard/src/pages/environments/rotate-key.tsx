import type { Environment } from '@bunting/contract'
import { type FormEvent, useState } from 'react'
import { type KeyInList, useRotateApiKey } from '../../api/api-keys.ts'
import { sayError } from '../../api/core/change.ts'
import { Field, Select } from '../../ui/controls/field.tsx'
import { FormFoot } from '../../ui/controls/form-foot.tsx'
import { Note } from '../../ui/note.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Time } from '../../ui/time.tsx'
import { NewSecret } from './new-secret.tsx'

type RotateKeyProps = { projectId: string; environment: Environment; apiKey: KeyInList | undefined; onClose(): void }

const overlaps = [
  { label: 'For a day', seconds: 86_400 },
  { label: 'For a week', seconds: 604_800 },
  { label: 'For an hour', seconds: 3_600 },
  { label: 'Not at all: refuse it now', seconds: 0 },
]

export const RotateKey = ({ apiKey, ...props }: RotateKeyProps) =>
  apiKey ? <OpenRotateKey apiKey={apiKey} {...props} /> : null

/** First how long the old secret works, then the new one, which only this component holds: it is gone when this closes. */
const OpenRotateKey = ({ projectId, environment, apiKey, onClose }: RotateKeyProps & { apiKey: KeyInList }) => {
  const rotate = useRotateApiKey()
  const [overlapSeconds, setOverlap] = useState(86_400)
  const { id: keyId, environmentId: envId, description, keyPrefix, type, scopes } = apiKey
  if (rotate.data) {
    const close = () => {
      rotate.reset()
      onClose()
    }
    return (
      <NewSecret
        secret={rotate.data.key}
        about={{ description, type, scopes, environment: environment.name }}
        onClose={close}
      >
        {overlapSeconds === 0 ? (
          'The one before is refused already.'
        ) : (
          <>
            The one before ends <Time at={rotate.data.previousExpiresAt} />.
          </>
        )}
      </NewSecret>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    rotate.mutate({ projectId, envId, keyId, overlapSeconds })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Rotate ${description}?`}
      lede="It stays the same key, with the same scopes, and gets a new secret. Put that wherever the old one is."
    >
      <form onSubmit={submit} noValidate className="mt-4 grid gap-4">
        <Field
          label="The old secret goes on working"
          hint={
            <>
              Nothing that uses <code>{keyPrefix}…</code>, or one before it, works longer than that.
            </>
          }
        >
          {(control) => (
            <Select {...control} value={overlapSeconds} onChange={({ target }) => setOverlap(Number(target.value))}>
              {overlaps.map(({ label, seconds }) => (
                <option key={label} value={seconds}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {rotate.error && <Note kind="no">{sayError(rotate.error)}</Note>}
        <FormFoot onCancel={onClose} busy={rotate.isPending}>
          Make a new secret
        </FormFoot>
      </form>
    </Dialog>
  )
}
