import { type ComponentProps, type KeyboardEvent, useId, useState } from 'react'
import { classes } from '../../../ui/classes.ts'
import { Tooltip } from '../../../ui/overlays/tooltip.tsx'
import { useEditing, useProblemAt } from '../editing.ts'
import { type Option, useOptions } from './options.ts'
import './token.css'

/** A problem, under the line of its field. */
export const TokenProblem = ({ id, says }: { id: string; says: string | undefined }) =>
  says === undefined ? null : (
    <small id={id} className="tok-problem">
      {says}
    </small>
  )

const describedBy = (id: string, problem: string | undefined) =>
  problem === undefined ? {} : { 'aria-invalid': true as const, 'aria-describedby': id }

type TokenInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  label: string
  value: string
  onChange(value: string): void
  /** The path of the value in the config. */
  path?: string
  /** Why this field cannot be changed while others can. */
  because?: string | undefined
  isNew?: boolean
}

/** A text field within a sentence, as wide as its content. */
export const TokenInput = ({ label, value, onChange, path, isNew, className, ...props }: TokenInputProps) => {
  const { because: all } = useEditing()
  const id = useId()
  const { because = all, ...rest } = props
  const problem = useProblemAt(path, value !== '')
  return (
    <>
      <Tooltip says={because}>
        <input
          type="text"
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          {...rest}
          className={classes('tok', className, isNew && 'new')}
          aria-label={label}
          data-path={path}
          value={value}
          readOnly={because !== undefined}
          onChange={(event) => onChange(event.target.value)}
          {...describedBy(id, problem)}
        />
      </Tooltip>
      <TokenProblem id={id} says={problem} />
    </>
  )
}

/** The same, but the change is applied only at the end of typing: for values that must not change letter by letter. */
export const SettledInput = ({ value, onChange, ...props }: TokenInputProps) => {
  const [text, setText] = useState<string>()
  const settle = () => {
    if (text !== undefined && text !== value) onChange(text)
    setText(undefined)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') settle()
    if (event.key === 'Escape') setText(undefined)
  }
  return <TokenInput {...props} value={text ?? value} onChange={setText} onBlur={settle} onKeyDown={onKeyDown} />
}

type TokenSelectProps = {
  label: string
  value: string
  onChange(value: string): void
  options: readonly Option[]
  path?: string
  className?: string
}

/** A select within a sentence. It is the browser's own, which every device knows how to show. */
export const TokenSelect = ({ label, value, onChange, options, path, className }: TokenSelectProps) => {
  const { because, locked } = useEditing()
  const id = useId()
  const problem = useProblemAt(path, true)
  const select = useOptions(options, locked !== undefined, value)
  return (
    <>
      <Tooltip says={because}>
        <select
          ref={select}
          className={classes('tok', className)}
          aria-label={label}
          {...(because === undefined ? {} : { 'aria-disabled': true, onMouseDown: stop, onKeyDown: stopKeys })}
          onChange={({ target }) => {
            if (because === undefined) onChange(target.value)
            else target.value = value
          }}
          {...describedBy(id, problem)}
        />
      </Tooltip>
      <TokenProblem id={id} says={problem} />
    </>
  )
}

/** The control stays focusable, so that everybody can learn the reason, but does not open. */
const stop = (event: { preventDefault(): void }) => event.preventDefault()
const stopKeys = (event: KeyboardEvent) => {
  if (event.key !== 'Tab') event.preventDefault()
}
