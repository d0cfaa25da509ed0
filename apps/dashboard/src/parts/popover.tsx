import { Popover as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { keepFocus } from './keep-focus.ts'
import './overlay.css'

type PopoverProps = {
  /** What opens it: a button. */
  trigger: ReactElement
  label: string
  children: ReactNode
  open?: boolean
  onOpenChange?(open: boolean): void
}

export const Popover = ({ trigger, label, children, ...state }: PopoverProps) => (
  <Radix.Root {...state}>
    <Radix.Trigger asChild>{trigger}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        className="popover"
        aria-label={label}
        align="start"
        sideOffset={6}
        collisionPadding={8}
        onCloseAutoFocus={keepFocus}
      >
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)
