import type { ComponentProps, ReactNode } from 'react'
import './button.css'
import { classes } from '../classes.ts'
import { Tooltip } from '../overlays/tooltip.tsx'

type Look = { kind?: 'primary' | 'ghost' | 'danger' | 'alarm' | undefined; size?: 'sm' | 'lg' | undefined }

/** For a link that looks like a button: `<Link className={buttonClass({ kind: 'primary' })}>`. */
export const buttonClass = ({ kind, size }: Look, more?: string): string => classes('btn', kind, size, more)

type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> &
  Look & {
    /** Why the button cannot be used now. It stays focusable, so that everybody can learn the reason. */
    because?: ReactNode
    /** What the button does, if its label alone does not say. */
    tip?: ReactNode
    /** The change is in progress: a second press does nothing. */
    busy?: boolean
  }

export const Button = ({ kind, size, className, ...props }: ButtonProps) => (
  <PlainButton {...props} className={buttonClass({ kind, size }, className)} />
)

/** A button with only an icon, and its name as a tooltip; `keys` is the keyboard shortcut for the same. */
export const IconButton = ({
  name,
  keys,
  className,
  ...props
}: Omit<ButtonProps, 'kind' | 'size'> & { name: string; keys?: string }) => (
  <PlainButton
    {...props}
    aria-label={name}
    className={classes('icon-btn', className)}
    tip={
      <>
        {name}
        {keys && <kbd>{keys}</kbd>}
      </>
    }
  />
)

const PlainButton = ({ because, busy = false, tip, onClick, ...props }: Omit<ButtonProps, 'kind' | 'size'>) => {
  const off = because !== undefined || busy
  return (
    <Tooltip says={because ?? tip}>
      <button
        type="button"
        {...props}
        {...(off ? { 'aria-disabled': true } : {})}
        onClick={off ? (event) => event.preventDefault() : onClick}
      />
    </Tooltip>
  )
}
