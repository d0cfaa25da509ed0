import type { Scalar } from '@bunting/engine'
import { type ComponentProps, type FocusEvent, useState } from 'react'
import { readNumber } from '../../draft/read-number.ts'
import { TokenInput } from '../conditions/token.tsx'

/** What is no number stays a text: then the draft's problems say what is wrong with it. */
export const readValue = (text: string, type: TypedInputProps['type']): string | number =>
  type === 'number' ? readNumber(text) : text

type TypedInputProps = Omit<ComponentProps<typeof TokenInput>, 'value' | 'onChange'> & {
  type: 'string' | 'number'
  value: Scalar
  onChange(value: string | number): void
}

/** A field for a value. What was typed stays as long as it says the value: `1.` on the way to `1.5`. */
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

/** Another number takes the place of the one that is there: 50 typed into 10 is not 1050. */
const selectAll = ({ target }: FocusEvent<HTMLInputElement>): void => target.select()

type NumberInputProps = Omit<TypedInputProps, 'type' | 'value' | 'onChange'> & {
  value: number
  onChange(value: number): void
}

/** A number of a draft, which is a text as long as it is none. */
export const NumberInput = ({ onChange, ...props }: NumberInputProps) => (
  <TypedInput {...props} type="number" onChange={(next) => onChange(next as number)} />
)
