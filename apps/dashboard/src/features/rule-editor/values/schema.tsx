import { Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { useBecause } from '../../../api/session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { WholeValue } from '../../../ui/value.tsx'
import type { LoadedFlag } from '../use-editing-state.ts'
import { SchemaDialog } from './schema-dialog.tsx'

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

/** The schema for all values of a json flag. It belongs to the flag, not to an environment, and is saved separately. */
export const Schema = ({ flag, projectId }: { flag: LoadedFlag; projectId: string }) => {
  const mayNot = useBecause('editor')
  const [isOpen, setOpen] = useState(false)
  if (flag.type !== 'json') return null
  const { schema } = flag
  return (
    <section className="variants" aria-label="Schema">
      <div className="variants-head">
        <h2>Schema</h2>
        <p>
          {schema === undefined
            ? 'None: any object or array may be saved.'
            : 'Every value has to fit it, in every environment.'}
        </p>
        <Button kind="ghost" size="sm" because={mayNot} onClick={() => setOpen(true)}>
          {schema === undefined ? <Plus {...icon} /> : <Pencil {...icon} />}
          {schema === undefined ? 'Schema' : 'Edit schema'}
        </Button>
      </div>
      {schema !== undefined && (
        <details className="card schema">
          <summary dir="auto">{sayShape(schema)}</summary>
          <WholeValue value={schema} />
        </details>
      )}
      {isOpen && <SchemaDialog flag={flag} projectId={projectId} onClose={() => setOpen(false)} />}
    </section>
  )
}

/** A schema in one line: `object with perMinute, burst`. */
const sayShape = (schema: unknown): string => {
  if (typeof schema !== 'object' || schema === null) return String(schema)
  const { type, properties } = schema as { type?: unknown; properties?: unknown }
  const names = typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
  const kind = typeof type === 'string' ? type : 'value'
  const shown = names.slice(0, 6).join(', ')
  return names.length === 0 ? `Any ${kind} that fits it` : `${kind} with ${shown}${names.length > 6 ? ' …' : ''}`
}
