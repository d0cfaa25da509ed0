import { ApiError, type Environment } from '@bunting/contract'
import { compileFit, schemaProblems } from '@bunting/json-schema'
import { lazy, Suspense, useDeferredValue, useMemo, useState } from 'react'
import { toast } from '../../../api/core/toast.tsx'
import { useEnvironments } from '../../../api/environments.ts'
import { useUpdateFlag } from '../../../api/flags.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { Dialog, DialogFoot } from '../../../ui/overlays/dialog.tsx'
import { layOut } from '../../../ui/value.tsx'
import { sayProblem } from '../../draft/problems.ts'
import type { LoadedFlag } from '../use-editing-state.ts'

const JsonEditor = lazy(async () => ({ default: (await import('../../json-editor/json-editor.tsx')).JsonEditor }))

type Schema = NonNullable<LoadedFlag['schema']>

const starting = { type: 'object', properties: {} }

/** Parses a schema; undefined if the text is not one yet. */
const readSchema = (text: string): Schema | undefined => {
  try {
    const schema: unknown = JSON.parse(text)
    const isObject = typeof schema === 'object' && schema !== null && !Array.isArray(schema)
    return isObject ? (schema as Schema) : undefined
  } catch {
    return undefined
  }
}

type SchemaDialogProps = { flag: LoadedFlag; projectId: string; onClose(): void }

/** Edits the schema for all values of the flag. While the user types, it lists the live values that would not match. */
export const SchemaDialog = ({ flag, projectId, onClose }: SchemaDialogProps) => {
  const [text, setText] = useState(() => layOut(flag.schema ?? starting))
  const environments = useEnvironments(projectId)
  const update = useUpdateFlag(projectId)
  const typed = useDeferredValue(text)
  const found = useMemo(() => look(typed, flag, environments), [typed, flag, environments])
  const told = update.error instanceof ApiError && update.variables?.schema !== undefined ? update.error : undefined
  const refused = (told?.details ?? []).map(({ path, message }) => ({ path: path.replace(/^schema\.?/, ''), message }))
  const send = (schema: Schema | null) =>
    update.mutate(
      { flagKey: flag.key, schema },
      {
        onSuccess: () => {
          onClose()
          toast({
            kind: 'yes',
            title: schema === null ? 'The schema is gone' : 'Schema saved',
            children: schema === null ? 'Any object or array may be saved.' : 'Every value has to fit it from now on.',
            action: { label: 'Undo', run: () => update.mutate({ flagKey: flag.key, schema: flag.schema ?? null }) },
          })
        },
      },
    )
  const schema = readSchema(text)
  return (
    <Dialog
      open
      onClose={onClose}
      wide
      title="Schema"
      lede="JSON Schema 2020-12. Every value of the flag has to fit it, in every environment: what does not is not saved."
    >
      <div className="mt-4">
        <Suspense fallback={<pre className="tok val json">{text}</pre>}>
          <JsonEditor
            label="Schema"
            text={text}
            onChange={(next) => {
              setText(next)
              update.reset()
            }}
            problems={found.problems.length > 0 ? found.problems : refused}
            autoFocus
          />
        </Suspense>
      </div>
      {told && told.details === undefined && (
        <div className="mt-3">
          <Note kind="no">{told.message}</Note>
        </div>
      )}
      <Misfits misfits={found.misfits} />
      <DialogFoot>
        {flag.schema !== undefined && (
          <Button kind="ghost" className="mr-auto" busy={update.isPending} onClick={() => send(null)}>
            Remove the schema
          </Button>
        )}
        <Button kind="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button
          kind="primary"
          busy={update.isPending}
          because={schema === undefined ? 'It is no schema yet: it has to be a JSON object.' : undefined}
          onClick={() => schema !== undefined && send(schema)}
        >
          Save schema
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

type Found = { problems: { path: string; message: string }[]; misfits: Misfit[] }
type Misfit = { environment: Environment; says: string[] }

/** The problems of the schema or, if it is valid, the live values that do not match it. */
const look = (text: string, flag: LoadedFlag, environments: readonly Environment[]): Found => {
  const schema = readSchema(text)
  if (schema === undefined) return { problems: [], misfits: [] }
  const problems = schemaProblems(schema)
  if (problems.length > 0) return { problems, misfits: [] }
  const fit = compileFit(schema)
  const misfits = environments.flatMap((environment) => {
    const config = flag.versions[environment.id]?.config
    const says = config ? fit(config).map(sayProblem) : []
    return says.length === 0 ? [] : [{ environment, says }]
  })
  return { problems, misfits }
}

const maxShown = 3

const Misfits = ({ misfits }: Pick<Found, 'misfits'>) => {
  if (misfits.length === 0) return null
  return (
    <div className="mt-3">
      <Note kind="warn">
        <b>What is served now does not fit it: change that first, or let the schema allow it.</b>
        <ul>
          {misfits.map(({ environment, says }) => (
            <li key={environment.id}>
              <bdi>{environment.name}</bdi>: {says.slice(0, maxShown).join(' ')}
              {says.length > maxShown && ` And ${says.length - maxShown} more.`}
            </li>
          ))}
        </ul>
      </Note>
    </div>
  )
}
