import { limits } from '@bunting/contract'
import { classes } from '../classes.ts'
import { Input } from './field.tsx'

type WhyLineProps = {
  value: string
  onChange(why: string): void
  /** What Enter does: `saves`. */
  does: string
  onEnter(): void
  className?: string
}

/** Why something is changed, on one line beside what changes it: Enter is as good as the button. */
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
