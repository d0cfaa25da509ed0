import { useState } from 'react'
import { useBecauseProtected } from '../../api/because-protected.ts'
import { useUpdateFlag } from '../../api/flags.ts'
import { FactFields, factsOf, factsProblem } from '../../features/flags/fact-fields.tsx'
import { useManagedTick } from '../../features/managed/use-managed-tick.tsx'
import { useTellProposed } from '../../features/proposals/use-tell-proposed.ts'
import type { LoadedFlag } from '../../features/rule-editor/use-editing-state.ts'
import { descriptionProblem, nameProblem } from '../../format/field-problems.ts'
import { Checkbox, Field, TextArea } from '../../ui/controls/field.tsx'
import { FormFoot } from '../../ui/controls/form-foot.tsx'
import { NameField } from '../../ui/controls/name-and-slug.tsx'
import { useForm } from '../../ui/controls/use-form.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'

type EditFlagProps = { flag: LoadedFlag; projectId: string; onClose(): void }

/** Edits a flag's name, the facts that help to find it, and who may evaluate it. */
export const EditFlag = ({ flag, projectId, onClose }: EditFlagProps) => {
  const [name, setName] = useState(flag.name)
  const [description, setDescription] = useState(flag.description ?? '')
  const [clientSafe, setClientSafe] = useState(flag.clientSafe)
  const [facts, setFacts] = useState(factsOf(flag))
  const update = useUpdateFlag(projectId)
  const notSafe = useBecauseProtected(projectId)(flag)
  const tellProposed = useTellProposed(projectId)
  const { tick, because } = useManagedTick(flag.managedBy)
  const save = async () => {
    const was = { name: flag.name, description: flag.description, ...factsOf(flag) }
    const words = { name: name.trim(), description: description.trim() || null, ...facts, tags: [...facts.tags] }
    try {
      if (JSON.stringify(words) !== JSON.stringify(was)) {
        await update.mutateAsync({ flagKey: flag.key, ...words })
      }
      // A request of its own: a strict environment turns it into a proposal.
      if (clientSafe !== flag.clientSafe) tellProposed(await update.mutateAsync({ flagKey: flag.key, clientSafe }))
      onClose()
    } catch {
      // The error is shown already, and the input stays.
    }
  }
  const { form, problems } = useForm({
    found: { name: nameProblem(name), description: descriptionProblem(description), facts: factsProblem(facts) },
    ...update,
    send: () => because === undefined && void save(),
  })
  return (
    <Dialog open onClose={onClose} title="Edit flag" lede={<>The key {flag.key} and the type never change.</>}>
      <form {...form} className="mt-4 grid gap-4">
        <NameField value={name} onChange={setName} problem={problems.name} />
        <Field label="Description" aside="optional" problem={problems.description}>
          {(control) => (
            <TextArea {...control} value={description} onChange={(event) => setDescription(event.target.value)} />
          )}
        </Field>
        <FactFields projectId={projectId} facts={facts} onChange={setFacts} problem={problems.facts} />
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
        {tick}
        <FormFoot onCancel={onClose} busy={update.isPending} because={because}>
          Save
        </FormFoot>
      </form>
    </Dialog>
  )
}
