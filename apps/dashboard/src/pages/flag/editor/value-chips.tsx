import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { classes } from '../../../parts/classes.ts'
import { Tooltip } from '../../../parts/tooltip.tsx'
import { useEditing, useProblemAt } from './editing.ts'
import { focusAt } from './focus-at.ts'

type ValueChipsProps = {
  label: string
  values: readonly string[]
  onChange(values: string[]): void
  path: string
  /** Those that were there before the draft. */
  were: readonly string[]
  read?: (text: string) => string
  titleOf?: (value: string) => string | undefined
  suggestions?: string
}

/** A list of values. Enter or a comma adds one; a pasted list adds them all; Backspace takes the last away. */
export const ValueChips = ({ label, values, onChange, path, were, read, titleOf, suggestions }: ValueChipsProps) => {
  const { because } = useEditing()
  const [text, setText] = useState('')
  const id = useId()
  const problem = useProblemAt(path, values.length > 0)
  const add = (input: string) => {
    const added = input
      .split(/[,\n\t]/)
      .map((part) => part.trim())
      .filter(Boolean)
      .map((part) => read?.(part) ?? part)
    if (added.length > 0) onChange([...new Set([...values, ...added])])
    setText('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') add(text)
    else if (event.key === 'Backspace' && text === '') onChange(values.slice(0, -1))
    else return
    event.preventDefault()
  }
  return (
    <>
      {values.map((value, index) => (
        <span
          key={`${index} ${value}`}
          className={classes('tok val', !were.includes(value) && 'new')}
          title={titleOf?.(value)}
        >
          <bdi className="chip-text">{value}</bdi>
          {because === undefined && (
            <button
              type="button"
              className="x"
              aria-label={`Remove ${value}`}
              onClick={() => {
                onChange(values.filter((one) => one !== value))
                focusAt(path)
              }}
            >
              <X size={12} strokeWidth={1.5} aria-hidden />
            </button>
          )}
        </span>
      ))}
      <Tooltip says={because}>
        <span className="tok add">
          <Plus size={14} strokeWidth={1.5} aria-hidden />
          <input
            type="text"
            autoComplete="off"
            spellCheck={false}
            aria-label={`Add to ${label}`}
            data-path={path}
            list={suggestions}
            value={text}
            readOnly={because !== undefined}
            onChange={({ target }) => (/[,\n\t]/.test(target.value) ? add(target.value) : setText(target.value))}
            onPaste={(event) => {
              const pasted = event.clipboardData.getData('text')
              if (!/[,\n\t]/.test(pasted) || because !== undefined) return
              event.preventDefault()
              add(pasted)
            }}
            onKeyDown={because === undefined ? onKeyDown : undefined}
            onBlur={() => add(text)}
            {...(problem === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': id })}
          />
        </span>
      </Tooltip>
      {problem !== undefined && (
        <small id={id} className="tok-problem">
          {problem}
        </small>
      )}
    </>
  )
}
