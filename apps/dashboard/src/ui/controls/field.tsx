import { Search } from 'lucide-react'
import { type ComponentProps, type ReactElement, type ReactNode, type Ref, useId } from 'react'
import { classes } from '../classes.ts'
import './field.css'

type Control = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }

type FieldProps = {
  label: string
  /** A muted text after the label: `optional, kept in the audit log`. */
  aside?: string
  hint?: ReactNode
  /** The error of the field. Replaces the hint. */
  problem?: string | undefined
  children: (control: Control) => ReactElement
}

/** A labelled control with its hint or problem: `<Field label="Name">{(control) => <Input {...control} />}</Field>`. */
export const Field = ({ label, aside, hint, problem, children }: FieldProps) => {
  const id = useId()
  const hintId = `${id}-hint`
  const says = problem ?? hint
  return (
    <div>
      <label className="label" htmlFor={id}>
        {label} {aside && <span>{aside}</span>}
      </label>
      {children({
        id,
        ...(says === undefined ? {} : { 'aria-describedby': hintId }),
        ...(problem === undefined ? {} : { 'aria-invalid': true }),
      })}
      {says !== undefined && (
        <p id={hintId} className={classes('field-hint', problem !== undefined && 'no')}>
          {says}
        </p>
      )}
    </div>
  )
}

export const Input = ({ className, ...props }: ComponentProps<'input'>) => (
  <input dir="auto" autoComplete="off" spellCheck={false} {...props} className={classes('field', className)} />
)

export const TextArea = ({ className, ...props }: ComponentProps<'textarea'>) => (
  <textarea dir="auto" rows={3} {...props} className={classes('field', className)} />
)

/** The browser's own select, which every device knows how to show. */
export const Select = ({ className, ...props }: ComponentProps<'select'>) => (
  <select {...props} className={classes('field', className)} />
)

type SearchInputProps = ComponentProps<'input'> & { label: string; keys?: string; ref?: Ref<HTMLInputElement> }

export const SearchInput = ({ label, keys, className, ...props }: SearchInputProps) => (
  <div className={classes('field-wrap', className)}>
    <Search size={16} strokeWidth={1.5} aria-hidden />
    <Input type="text" placeholder={label} aria-label={label} {...props} />
    {keys && <kbd aria-hidden>{keys}</kbd>}
  </div>
)

export const Checkbox = ({ children, ...props }: ComponentProps<'input'>) => (
  <label className="check">
    <input type="checkbox" {...props} />
    {children}
  </label>
)
