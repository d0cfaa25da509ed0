import { ApiError } from '@bunting/contract'
import type { FlagType } from '@bunting/engine'
import { useState } from 'react'
import { sayError } from '../../api/core/change.ts'
import { toast } from '../../api/core/toast.tsx'
import { useEnvironments } from '../../api/environments.ts'
import { useCreateFlag } from '../../api/flags.ts'
import { useMany } from '../../api/many.ts'
import { whereToBegin } from '../../api/where-to-begin.ts'
import { descriptionProblem, keyProblem, nameProblem } from '../../format/field-problems.ts'
import { suggestKey } from '../../format/suggest.ts'
import { Checkbox, Field, Input, TextArea } from '../../ui/controls/field.tsx'
import { FormFoot } from '../../ui/controls/form-foot.tsx'
import { NameField } from '../../ui/controls/name-and-slug.tsx'
import { useForm } from '../../ui/controls/use-form.ts'
import { Note } from '../../ui/note.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { FactFields, factsProblem, noFacts } from './fact-fields.tsx'
import { FirstEnvironments, firstProblem, firstSteps, nowhere } from './first-environments.tsx'

type NewFlagProps = {
  projectId: string
  /** The id of the environment in which the flag is on by default. */
  onIn?: string | undefined
  onClose(): void
  /** Called with the key of the new flag, and the environment to continue in. */
  onCreated(flagKey: string, env: string | undefined): void
}

export const NewFlag = ({ onClose, ...props }: NewFlagProps) => (
  <Dialog open onClose={onClose} title="New flag" lede="A named answer that your code asks for.">
    <NewFlagForm onClose={onClose} {...props} />
  </Dialog>
)

const types: readonly { value: FlagType; words: string }[] = [
  { value: 'boolean', words: 'true or false' },
  { value: 'string', words: 'a text, such as a variant’s name' },
  { value: 'number', words: 'a number, such as a limit' },
  { value: 'json', words: 'an object or array, such as the settings of a page' },
]

/** The fields that the service may refuse, in their order. */
const fields = ['name', 'key', 'description'] as const
type Problems = Partial<Record<(typeof fields)[number], string>>

const NewFlagForm = ({ projectId, onIn, onClose, onCreated }: NewFlagProps) => {
  const [name, setName] = useState('')
  const [typedKey, setTypedKey] = useState<string>()
  const [type, setType] = useState<FlagType>('boolean')
  const [description, setDescription] = useState('')
  const [clientSafe, setClientSafe] = useState(false)
  const [facts, setFacts] = useState(noFacts)
  const [first, setFirst] = useState(() =>
    onIn === undefined ? nowhere : { ...nowhere, states: { [onIn]: 'on' as const } },
  )
  const environments = useEnvironments(projectId)
  const create = useCreateFlag(projectId)
  const many = useMany(projectId)
  const key = typedKey ?? suggestKey(name)
  const refused = create.variables?.key === key ? problemsOf(create.error) : undefined
  const { form, problems } = useForm({
    found: {
      name: nameProblem(name),
      key: keyProblem(key),
      description: descriptionProblem(description),
      first: firstProblem(type, first),
      facts: factsProblem(facts),
    },
    ...create,
    isPending: create.isPending || many.isPending,
    send: () => void make(),
  })
  const make = async () => {
    const words = { name, key, type, clientSafe, description: description.trim() === '' ? null : description }
    try {
      await create.mutateAsync({ ...words, ...someFacts(facts) })
    } catch {
      // The form shows the error.
      return
    }
    const steps = firstSteps(key, type, environments, first)
    const { failures } = steps.length === 0 ? nothingDone : await many.mutateAsync({ steps })
    for (const { step, error } of failures) {
      const where = environments.find(({ id }) => 'envId' in step && id === step.envId)
      toast({ kind: 'no', title: `${name} is not in ${where?.name} yet`, children: sayError(error) })
    }
    const set = environments.filter(({ id }) => id in first.states)
    onCreated(key, whereToBegin(set.length > 0 ? set : environments)?.slug)
  }
  return (
    <form {...form} className="mt-4 grid gap-4">
      <NameField value={name} onChange={setName} problem={problems.name ?? refused?.name} />
      <Field label="Key" hint="What your code asks for. It never changes." problem={problems.key ?? refused?.key}>
        {(control) => (
          <Input {...control} className="mono" value={key} onChange={(event) => setTypedKey(event.target.value)} />
        )}
      </Field>
      <fieldset>
        <legend className="label">
          Type <span>never changes either</span>
        </legend>
        <div className="grid gap-1">
          {types.map(({ value, words }) => (
            <label key={value} className="check">
              <input type="radio" name="type" checked={type === value} onChange={() => setType(value)} />
              <span>
                <code>{value}</code> <span className="text-ink-3">{words}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <Field label="Description" aside="optional" problem={problems.description ?? refused?.description}>
        {(control) => (
          <TextArea
            {...control}
            rows={2}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
        )}
      </Field>
      <div>
        <Checkbox
          checked={clientSafe}
          onChange={(event) => setClientSafe(event.target.checked)}
          aria-describedby="client-safe-hint"
        >
          Client-safe
        </Checkbox>
        <p id="client-safe-hint" className="field-hint">
          Browsers and apps may ask for it with a client key, which anybody can read. Leave it off for what only your
          servers should know; you can change it later.
        </p>
      </div>
      <FirstEnvironments
        environments={environments}
        type={type}
        first={first}
        onChange={setFirst}
        problem={problems.first}
      />
      <details className="more-facts" open={problems.facts !== undefined || undefined}>
        <summary>
          Tags, owner, kind and end <span>optional, also later</span>
        </summary>
        <div className="mt-3 grid gap-4">
          <FactFields projectId={projectId} facts={facts} onChange={setFacts} problem={problems.facts} />
        </div>
      </details>
      {create.error && !problemsOf(create.error) && <Note kind="no">{sayError(create.error)}</Note>}
      <FormFoot onCancel={onClose} busy={create.isPending || many.isPending}>
        Create flag
      </FormFoot>
    </form>
  )
}

const nothingDone = { failures: [] }

/** The facts that were filled in. */
const someFacts = ({ tags, ownerId, kind, expectedEnd }: typeof noFacts) => ({
  ...(tags.length === 0 ? {} : { tags: [...tags] }),
  ...(ownerId === null ? {} : { ownerId }),
  ...(kind === null ? {} : { kind }),
  ...(expectedEnd === null ? {} : { expectedEnd }),
})

/** The service's errors by field; undefined if no field can show them. */
const problemsOf = (error: Error | null): Problems | undefined => {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'CONFLICT') return { key: 'Another flag of this project has this key; it may be archived.' }
  const found = fields.flatMap((field) => {
    const messages = error.details?.filter(({ path }) => path === field).map(({ message }) => capital(message)) ?? []
    return messages.length === 0 ? [] : [[field, `${messages.join('. ')}.`] as const]
  })
  return found.length === 0 ? undefined : Object.fromEntries(found)
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
