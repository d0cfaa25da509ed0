import type { AuditAction } from '@bunting/contract'
import { words } from '@bunting/contract/sentences'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useId, useState } from 'react'
import { IconButton } from '../../ui/controls/button.tsx'
import { actionsOf, kindsFor } from './event-words.ts'

/** The choice: all events, or these. */
export type Chosen = { all: boolean; actions: ReadonlySet<AuditAction> }

type EventChoiceProps = {
  value: Chosen
  onChange(value: Chosen): void
  problem: string | undefined
  /** The project whose events are sent; null for all projects, and the organization itself. */
  projectId: string | null
}

/** Chooses the events of a webhook: all, whole kinds, or single ones. */
export const EventChoice = ({ value, onChange, problem, projectId }: EventChoiceProps) => {
  const name = useId()
  return (
    <fieldset className="options" aria-describedby={`${name}-problem`}>
      <legend className="label">Tell it of</legend>
      {[true, false].map((all) => (
        <label key={String(all)}>
          <input
            type="radio"
            name={name}
            checked={value.all === all}
            onChange={() => onChange({ ...value, all })}
            {...(problem !== undefined && !all ? { 'aria-invalid': true } : {})}
          />
          <b>{all ? 'Everything that happens' : 'Only this'}</b>
        </label>
      ))}
      {!value.all && (
        <ul className="event-kinds">
          {kindsFor(projectId).map(({ prefix, label }) => (
            <Kind
              key={prefix}
              label={label}
              actions={actionsOf(prefix)}
              chosen={value.actions}
              onChange={(actions) => onChange({ all: false, actions })}
            />
          ))}
        </ul>
      )}
      {problem !== undefined && (
        <p id={`${name}-problem`} className="field-hint no">
          {problem}
        </p>
      )}
    </fieldset>
  )
}

type KindProps = {
  label: string
  actions: readonly AuditAction[]
  chosen: ReadonlySet<AuditAction>
  onChange(chosen: ReadonlySet<AuditAction>): void
}

const Kind = ({ label, actions, chosen, onChange }: KindProps) => {
  const [isOpen, setOpen] = useState(false)
  const count = actions.filter((action) => chosen.has(action)).length
  const isWhole = count === actions.length
  const set = (some: readonly AuditAction[], on: boolean) => {
    const others = [...chosen].filter((action) => !some.includes(action))
    onChange(new Set(on ? [...others, ...some] : others))
  }
  const Chevron = isOpen ? ChevronUp : ChevronDown
  return (
    <li>
      <label className="check">
        <input
          type="checkbox"
          checked={isWhole}
          ref={(box) => {
            if (box) box.indeterminate = count > 0 && !isWhole
          }}
          onChange={({ target }) => set(actions, target.checked)}
        />
        {label}
      </label>
      <small>{count > 0 && !isWhole && `${count} of ${actions.length}`}</small>
      <IconButton
        name={isOpen ? `Hide what belongs to ${label}` : `Choose from ${label}`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Chevron size={16} strokeWidth={1.5} aria-hidden />
      </IconButton>
      {isOpen && (
        <ul>
          {actions.map((action) => (
            <li key={action}>
              <label className="check">
                <input
                  type="checkbox"
                  checked={chosen.has(action)}
                  onChange={({ target }) => set([action], target.checked)}
                />
                {words[action].label}
              </label>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
