import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import './overlay.css'

type DialogProps = {
  open: boolean
  onClose(): void
  title: string
  lede?: ReactNode
  wide?: boolean
  /** Esc and clicks outside do not close it: its content is shown only once. */
  firm?: boolean
  children: ReactNode
}

/** A dialog with its own scrim: that of Radix adds a style element, which the Content-Security-Policy refuses. */
export const Dialog = ({ open, onClose, title, lede, wide = false, firm = false, children }: DialogProps) => {
  const stay = firm ? (event: Event) => event.preventDefault() : undefined
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <div className="scrim" />
        <Radix.Content
          className={classes('dialog', wide && 'wide')}
          {...(lede === undefined ? { 'aria-describedby': undefined } : {})}
          {...(stay && { onEscapeKeyDown: stay, onPointerDownOutside: stay, onInteractOutside: stay })}
        >
          <Radix.Title>{title}</Radix.Title>
          {lede !== undefined && <Radix.Description className="lede">{lede}</Radix.Description>}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The row of buttons under a dialog: those that cancel come first, the one that confirms comes last. */
export const DialogFoot = ({ children }: { children: ReactNode }) => <div className="dialog-foot">{children}</div>
