import type { FlagValue } from '@bunting/engine'
import { useState } from 'react'
import { useEditing } from './editing.ts'
import { TokenSelect } from './token.tsx'
import { TypedInput } from './typed-input.tsx'

type ValueInputProps = {
  label: string
  value: FlagValue
  onChange(value: FlagValue): void
  path: string
  isNew?: boolean
}

const another = '\u0000another'

/** A value a flag can give: a choice where there is one, otherwise a field that fits the flag's type. */
export const ValueInput = ({ label, value, onChange, path, isNew = false }: ValueInputProps) => {
  const { type, variants } = useEditing()
  const [isFree, setFree] = useState(false)
  const known: readonly FlagValue[] = type === 'boolean' ? [true, false] : variants.map((one) => one.value)
  if (known.length === 0 || isFree) {
    return (
      <TypedInput
        label={label}
        type={type}
        className="val"
        value={value}
        onChange={onChange}
        path={path}
        isNew={isNew}
        placeholder={type === 'number' ? '0' : 'empty'}
        onBlur={() => setFree(false)}
      />
    )
  }
  const values = [...new Set([...known, value])]
  return (
    <TokenSelect
      label={label}
      className={isNew ? 'val new' : 'val'}
      value={String(values.indexOf(value))}
      onChange={(next) => (next === another ? setFree(true) : onChange(values[Number(next)] as FlagValue))}
      path={path}
      options={[
        ...values.map((one, at) => ({ value: String(at), label: one === '' ? '(empty)' : String(one) })),
        ...(type === 'boolean' ? [] : [{ value: another, label: 'Another value…' }]),
      ]}
    />
  )
}
