import { useState } from 'react'
import { TokenInput } from './token.tsx'

type ExactInputProps = {
  label: string
  value: number
  onChange(value: number): void
  path: string
  problemOf(value: number): string | undefined
  because?: string | undefined
  className?: string
}

/** A number that is taken over as soon as it is one; until then the field keeps what was typed and says what is wrong. */
export const ExactInput = ({ value, onChange, problemOf, ...props }: ExactInputProps) => {
  const [text, setText] = useState<string>()
  const shown = text ?? String(value)
  const problem = shown.trim() === '' ? 'is missing' : problemOf(Number(shown))
  return (
    <TokenInput
      {...props}
      inputMode="decimal"
      value={shown}
      problem={problem}
      onChange={(next) => {
        setText(next)
        if (next.trim() !== '' && problemOf(Number(next)) === undefined) onChange(Number(next))
      }}
      onBlur={() => setText(undefined)}
    />
  )
}

export const percentProblem = (value: number): string | undefined => {
  if (!(value >= 0 && value <= 100)) return 'must be from 0 to 100'
  return Number.isInteger(Number((value * 1_000).toFixed(6))) ? undefined : 'must have at most 3 decimals'
}

export const weightProblem = (value: number): string | undefined =>
  value > 0 && Number.isFinite(value) ? undefined : 'must be more than 0'
