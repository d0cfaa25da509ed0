import type { FlagType, FlagValue } from '@bunting/engine'
import { type ComponentProps, useState } from 'react'
import { TokenInput } from './token.tsx'

/** What is no number stays a text: then the engine says what is wrong with it. */
export const readValue = (text: string, type: FlagType): FlagValue =>
  type === 'number' && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text

type TypedInputProps = Omit<ComponentProps<typeof TokenInput>, 'value' | 'onChange'> & {
  type: FlagType
  value: FlagValue
  onChange(value: FlagValue): void
}

/** A field for a value. What was typed stays as long as it says the value: `1.` on the way to `1.5`. */
export const TypedInput = ({ type, value, onChange, onBlur, ...props }: TypedInputProps) => {
  const [text, setText] = useState('')
  return (
    <TokenInput
      {...props}
      inputMode={type === 'number' ? 'decimal' : 'text'}
      value={readValue(text, type) === value ? text : String(value)}
      onChange={(next) => {
        setText(next)
        onChange(readValue(next, type))
      }}
      onBlur={(event) => {
        setText('')
        onBlur?.(event)
      }}
    />
  )
}
