import { Popover as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { keepFocus } from '../keep-focus.ts'
import '../overlay.css'
import { type Anchor, Onto } from './onto.tsx'

type OpenPopoverProps = {
  anchor: Anchor
  label: string
  open: boolean
  onOpenChange(open: boolean): void
  children: ReactNode
}

export const OpenPopover = ({ anchor, label, children, ...state }: OpenPopoverProps) => (
  <Radix.Root {...state}>
    <Radix.Trigger asChild>
      <Onto anchor={anchor} />
    </Radix.Trigger>
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
