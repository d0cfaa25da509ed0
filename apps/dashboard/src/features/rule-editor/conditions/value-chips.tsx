import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { classes } from '../../../ui/classes.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Tooltip } from '../../../ui/overlays/tooltip.tsx'
import { readList } from '../../draft/typed/read-list.ts'
import { useEditing, useProblemAt } from '../editing.ts'
import { focusAt } from '../focus-at.ts'
import { type ListProps, ManyValues } from './many-values.tsx'

/** The most values shown as chips: of a longer list, the first are shown, and the rest is in a searchable dialog. */
const maxChips = 24

/** A list of values. Enter or a comma adds one, a pasted list adds all, Backspace removes the last. */
export const ValueChips = (props: ListProps) => {
  const { label, values, onChange, path, were, read, titleOf, suggestions } = props
  const { because } = useEditing()
  const [text, setText] = useState('')
  const id = useId()
  const problem = useProblemAt(path, values.length > 0)
  const had = useMemo(() => new Set(were), [were])
  const add = (input: string) => {
    const added = readList(input, read)
    if (added.length > 0) onChange([...new Set([...values, ...added])])
    setText('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') add(text)
    else if (event.key === 'Backspace' && text === '') onChange(values.slice(0, -1))
    else return
    event.preventDefault()
  }
  const shown = values.length > maxChips ? values.slice(0, maxChips / 2) : values
  return (
    <>
      {shown.map((value, index) => (
        <span
          key={`${index} ${value}`}
          className={classes('tok val', !had.has(value) && 'new')}
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
              <Icon of="x" size={12} />
            </button>
          )}
        </span>
      ))}
      {shown.length < values.length && <ManyValues {...props} hidden={values.length - shown.length} />}
      <Tooltip says={because}>
        <span className="tok add">
          <Icon of="plus" size={14} />
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
