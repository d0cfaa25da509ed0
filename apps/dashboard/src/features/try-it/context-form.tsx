import { Plus } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useSession } from '../../api/session.ts'
import { keepTried } from '../draft/storage/tried-storage.ts'
import { givenIn, type Typed, typedAt } from './context.ts'
import { Contexts } from './contexts.tsx'

type ContextFormProps = {
  projectId: string
  typed: Typed
  type(attribute: string, value: string): void
  fill(typed: Typed): void
  /** The attributes shown before anything is typed. */
  attributes: readonly string[]
}

/** The form of a context: the attributes that the rules use, and any other. Tried contexts are kept for every flag. */
export const ContextForm = ({ projectId, typed, type, fill, attributes }: ContextFormProps) => {
  const id = useId()
  const { user } = useSession()
  const [isAdding, setAdding] = useState(false)
  const shown = [...new Set([...attributes, ...Object.keys(typed)])]
  const remember = (tried: Typed): void => {
    const given = givenIn(tried)
    if (Object.keys(given).length > 0) keepTried(user.id, projectId, given)
  }
  return (
    <div className="ctx">
      <Contexts
        projectId={projectId}
        typed={typed}
        onChoose={(next) => {
          remember(next)
          fill(next)
        }}
      />
      {shown.map((attribute, index) => (
        <div key={attribute} className="ctx-row">
          <label htmlFor={`${id}-${index}`} title={attribute} dir="auto">
            {attribute}
          </label>
          <input
            id={`${id}-${index}`}
            dir="auto"
            autoComplete="off"
            spellCheck={false}
            placeholder="not set"
            title='A text, or a list such as ["a", "b"]'
            data-try={index === 0 ? 'first' : undefined}
            value={typedAt(typed, attribute)}
            onChange={(event) => type(attribute, event.target.value)}
            onBlur={() => remember(typed)}
          />
        </div>
      ))}
      {isAdding ? (
        <NewAttribute
          onAdd={(name) => {
            setAdding(false)
            if (name !== '') type(name, typedAt(typed, name))
          }}
        />
      ) : (
        <button type="button" className="ctx-more" onClick={() => setAdding(true)}>
          <Plus size={16} strokeWidth={1.5} aria-hidden />
          Attribute
        </button>
      )}
    </div>
  )
}

const NewAttribute = ({ onAdd }: { onAdd(name: string): void }) => {
  const [name, setName] = useState('')
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onAdd(name.trim())
    if (event.key === 'Escape') onAdd('')
  }
  return (
    <div className="ctx-row">
      <input
        // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that was pressed.
        autoFocus
        dir="auto"
        aria-label="Name of the attribute"
        placeholder="name"
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => onAdd(name.trim())}
      />
      <span className="text-ink-3">Enter adds it</span>
    </div>
  )
}
