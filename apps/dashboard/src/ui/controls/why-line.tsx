import { limits } from '@bunting/contract'
import { classes } from '../classes.ts'
import { Input } from './field.tsx'

type WhyLineProps = {
  value: string
  onChange(why: string): void
  /** What Enter does, as a verb: `saves`. */
  does: string
  onEnter(): void
  className?: string
}

/** The reason for a change, on one line beside its button. Enter does the same as the button. */
export const WhyLine = ({ value, onChange, does, onEnter, className }: WhyLineProps) => (
  <form
    className={classes('why-line', className)}
    onSubmit={(event) => {
      event.preventDefault()
      onEnter()
    }}
  >
    <Input
      aria-label="Why"
      placeholder={`Why? Optional, Enter ${does}`}
      maxLength={limits.comment}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  </form>
)
