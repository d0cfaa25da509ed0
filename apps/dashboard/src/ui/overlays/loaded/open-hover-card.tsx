import { HoverCard as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import '../overlay.css'
import { type Anchor, Onto } from './onto.tsx'

type OpenHoverCardProps = {
  anchor: Anchor
  closeDelayMs: number
  onClose(): void
  /** Called when the pointer moves from the trigger to the card. */
  onEnter(): void
  children: ReactNode
}

export const OpenHoverCard = ({ anchor, closeDelayMs, onClose, onEnter, children }: OpenHoverCardProps) => (
  <Radix.Root open closeDelay={closeDelayMs} onOpenChange={(open) => !open && onClose()}>
    <Radix.Trigger asChild>
      <Onto anchor={anchor} />
    </Radix.Trigger>
    <Radix.Portal>
      <Radix.Content className="popover" align="start" sideOffset={6} collisionPadding={8} onPointerEnter={onEnter}>
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)
