import { Plus } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { typedAt } from './context.ts'
import type { Trial } from './use-trial.ts'

/** Who asks: the attributes that the rules look at, and any other. */
export const ContextForm = ({ trial, attributes }: { trial: Trial; attributes: readonly string[] }) => {
  const id = useId()
  const [isAdding, setAdding] = useState(false)
  const shown = [...new Set([...attributes, ...Object.keys(trial.typed)])]
  return (
    <div className="ctx">
      {shown.map((attribute, index) => (
        <div key={attribute}>
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
            value={typedAt(trial.typed, attribute)}
            onChange={(event) => trial.type(attribute, event.target.value)}
          />
        </div>
      ))}
      {isAdding ? (
        <NewAttribute
          onAdd={(name) => {
            setAdding(false)
            if (name !== '') trial.type(name, typedAt(trial.typed, name))
          }}
        />
      ) : (
        <button type="button" onClick={() => setAdding(true)}>
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
    <div>
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
