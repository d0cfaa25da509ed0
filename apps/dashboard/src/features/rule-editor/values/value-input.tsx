import type { FlagValue } from '@bunting/engine'
import { useContext, useState } from 'react'
import { same } from '../../../format/same.ts'
import { sayValue } from '../../../format/say-value.ts'
import { TokenSelect } from '../conditions/token.tsx'
import { ProblemsContext, useEditing } from '../editing.ts'
import { JsonInput } from './json-input.tsx'
import { TypedInput } from './typed-input.tsx'

type AnyInputProps = {
  label: string
  value: FlagValue
  onChange(value: FlagValue): void
  path: string
  isNew?: boolean
  placeholder?: string
  onBlur?(): void
}

/** A field for the flag's type. */
export const AnyInput = ({ value, placeholder, ...props }: AnyInputProps) => {
  const { type } = useEditing()
  // A document is shown as JSON even if the flag has another type.
  if (type === 'json' || typeof value === 'object') return <JsonInput {...props} value={value} />
  return (
    <TypedInput
      {...props}
      type={type === 'number' ? 'number' : 'string'}
      className="val"
      value={value}
      placeholder={placeholder ?? (type === 'number' ? '0' : 'empty')}
    />
  )
}

type ValueInputProps = Omit<AnyInputProps, 'placeholder' | 'onBlur'>

const another = '\u0000another'

/** The control for a value of the flag: a choice if it is boolean or has variants, else a field. */
export const ValueInput = ({ isNew = false, ...props }: ValueInputProps) => {
  const { type, variants } = useEditing()
  const [isFree, setFree] = useState(false)
  const known: readonly FlagValue[] = type === 'boolean' ? [true, false] : variants.map((one) => one.value)
  const { label, value, onChange, path } = props
  // An incomplete or invalid document is edited in a field, not chosen.
  const isHalf = type === 'json' && typeof value !== 'object'
  const isWrongInside = useContext(ProblemsContext).some(
    (problem) => problem.path.startsWith(`${path}.`) || problem.path.startsWith(`${path}[`),
  )
  if (known.length === 0 || isFree || isHalf || isWrongInside) {
    const write = (next: FlagValue) => {
      setFree(true)
      onChange(next)
    }
    return <AnyInput {...props} onChange={write} isNew={isNew} onBlur={() => setFree(false)} />
  }
  const values = [...known, value].filter((one, at, all) => all.findIndex((other) => same(one, other)) === at)
  const nameOf = (one: FlagValue): string => {
    if (one === '') return '(empty)'
    const variant = type === 'json' ? variants.find((each) => same(each.value, one)) : undefined
    return variant ? `${variant.key} ${sayValue(one)}` : sayValue(one)
  }
  return (
    <TokenSelect
      label={label}
      className={isNew ? 'val new' : 'val'}
      value={String(values.findIndex((one) => same(one, value)))}
      onChange={(next) => (next === another ? setFree(true) : onChange(values[Number(next)] as FlagValue))}
      path={path}
      options={[
        ...values.map((one, at) => ({ value: String(at), label: nameOf(one) })),
        ...(type === 'boolean' ? [] : [{ value: another, label: 'Another value…' }]),
      ]}
    />
  )
}
