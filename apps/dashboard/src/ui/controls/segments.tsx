import { type KeyboardEvent, useState } from 'react'
import { count } from '../../format/number.ts'
import { classes } from '../classes.ts'
import './choice.css'

type Segment<Value extends string> = { value: Value; label: string; count?: number }

type SegmentsProps<Value extends string> = {
  label: string
  value: Value
  onChange(value: Value): void
  options: readonly Segment<Value>[]
  small?: boolean
}

/** A radio group with all options in view. It is one tab stop; arrow keys move the focus, and a press chooses. */
export const Segments = <Value extends string>({ label, value, onChange, options, small }: SegmentsProps<Value>) => {
  const [focused, setFocused] = useState<Value>()
  const stop = [focused, value].find((one) => options.some((option) => option.value === one)) ?? options[0]?.value
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={classes('seg pushed', small && 'sm')}
      onKeyDown={goAlong}
      onBlur={() => setFocused(undefined)}
    >
      {options.map((option) => (
        // biome-ignore lint/a11y/useSemanticElements: a browser's own chooses with each arrow.
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          tabIndex={option.value === stop ? 0 : -1}
          onFocus={() => setFocused(option.value)}
          onClick={() => option.value !== value && onChange(option.value)}
        >
          <bdi>{option.label}</bdi>
          {option.count !== undefined && <span className="n">{count(option.count)}</span>}
        </button>
      ))}
    </div>
  )
}

/** The index to which each key moves the focus; the arrows wrap around. */
const steps: Readonly<Record<string, (at: number, size: number) => number>> = {
  ArrowRight: (at, size) => (at + 1) % size,
  ArrowDown: (at, size) => (at + 1) % size,
  ArrowLeft: (at, size) => (at - 1 + size) % size,
  ArrowUp: (at, size) => (at - 1 + size) % size,
  Home: () => 0,
  End: (_at, size) => size - 1,
}

const goAlong = (event: KeyboardEvent<HTMLElement>): void => {
  const step = steps[event.key]
  if (!step) return
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
  buttons[step(at, buttons.length)]?.focus()
  event.preventDefault()
}
