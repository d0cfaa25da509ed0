import type { Scalar } from '@bunting/engine'
import { type ComponentProps, type FocusEvent, useState } from 'react'
import { readNumber } from '../../draft/typed/read-number.ts'
import { TokenInput } from '../conditions/token.tsx'

/** A text that is not a number stays a text: then the draft's problems report it. */
export const readValue = (text: string, type: TypedInputProps['type']): string | number =>
  type === 'number' ? readNumber(text) : text

type TypedInputProps = Omit<ComponentProps<typeof TokenInput>, 'value' | 'onChange'> & {
  type: 'string' | 'number'
  value: Scalar
  onChange(value: string | number): void
}

/** A field for a value. The typed text stays as long as it means the value: `1.` on the way to `1.5`. */
export const TypedInput = ({ type, value, onChange, onBlur, ...props }: TypedInputProps) => {
  const [text, setText] = useState('')
  return (
    <TokenInput
      {...props}
      {...(type === 'number' ? { inputMode: 'decimal', onFocus: selectAll } : {})}
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

/** Selects the number, so that typing replaces it: 50 typed into 10 is not 1050. */
const selectAll = ({ target }: FocusEvent<HTMLInputElement>): void => target.select()

type NumberInputProps = Omit<TypedInputProps, 'type' | 'value' | 'onChange'> & {
  value: number
  onChange(value: number): void
}

/** A field for a number of a draft, which holds a text while it is not a number. */
export const NumberInput = ({ onChange, ...props }: NumberInputProps) => (
  <TypedInput {...props} type="number" onChange={(next) => onChange(next as number)} />
)
