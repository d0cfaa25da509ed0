import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { keepFocus } from '../keep-focus.ts'
import '../overlay.css'
import { type Anchor, Onto } from './onto.tsx'

type OpenMenuProps = {
  anchor: Anchor
  labelledBy: string
  open: boolean
  onOpenChange(open: boolean): void
  align: 'start' | 'end'
  children: ReactNode
}

/** Not modal: a modal menu locks scrolling with a style element, which the Content-Security-Policy refuses. */
export const OpenMenu = ({ anchor, labelledBy, align, children, ...state }: OpenMenuProps) => (
  <Radix.Root modal={false} {...state}>
    <Radix.Trigger asChild>
      <Onto anchor={anchor} />
    </Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        className="menu"
        aria-labelledby={labelledBy}
        align={align}
        sideOffset={6}
        collisionPadding={8}
        onCloseAutoFocus={keepFocus}
      >
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)
