import { limits } from '@bunting/contract'
import { X } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import './field.css'
import './tag-input.css'

type TagInputProps = {
  label: string
  aside?: string
  values: readonly string[]
  onChange(values: readonly string[]): void
  /** The tags in use already. */
  suggestions: readonly string[]
  problem?: string | undefined
}

/** Edits tags. Enter (it never submits the form) or a comma adds one, a pasted list adds all, Backspace removes the last. */
export const TagInput = ({ label, aside, values, onChange, suggestions, problem }: TagInputProps) => {
  const [text, setText] = useState('')
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const add = (typed: string) => {
    const added = typed
      .split(/[,\n\t]/)
      .map((tag) => tag.trim().slice(0, limits.tag).trim())
      .filter(Boolean)
    if (added.length > 0) onChange([...new Set([...values, ...added])])
    setText('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') add(text)
    else if (event.key === 'Backspace' && text === '' && values.length > 0) onChange(values.slice(0, -1))
    else return
    event.preventDefault()
  }
  const remove = (tag: string) => {
    onChange(values.filter((one) => one !== tag))
    field.current?.focus()
  }
  return (
    <div>
      <label className="label" htmlFor={id}>
        {label} {aside && <span>{aside}</span>}
      </label>
      <div className="field tag-input">
        {values.map((tag) => (
          <span key={tag} className="tag">
            <bdi>{tag}</bdi>
            <button type="button" aria-label={`Take ${tag} away`} onClick={() => remove(tag)}>
              <X size={12} strokeWidth={1.5} aria-hidden />
            </button>
          </span>
        ))}
        <input
          ref={field}
          id={id}
          type="text"
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          list={`${id}-known`}
          maxLength={2_000}
          value={text}
          onChange={({ target }) => (/[,\n\t]/.test(target.value) ? add(target.value) : setText(target.value))}
          onKeyDown={onKeyDown}
          onBlur={() => add(text)}
          {...(problem === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': `${id}-problem` })}
        />
      </div>
      <datalist id={`${id}-known`}>
        {suggestions
          .filter((tag) => !values.includes(tag))
          .map((tag) => (
            <option key={tag} value={tag} />
          ))}
      </datalist>
      {problem !== undefined && (
        <p id={`${id}-problem`} className="field-hint no">
          {problem}
        </p>
      )}
    </div>
  )
}
