import { HoverCard as Radix } from 'radix-ui'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import './overlay.css'

type HoverCardProps = Omit<ComponentProps<typeof Radix.Trigger>, 'children'> & {
  card: ReactNode
  open: boolean
  onOpenChange(open: boolean): void
  /** What it is about: a button or a link. What the card says must also be in its name. */
  children: ReactElement
}

/** More about something, on hover and on focus. It can stand as the trigger of something else. */
export const HoverCard = ({ card, open, onOpenChange, children, ...trigger }: HoverCardProps) => (
  <Radix.Root openDelay={250} closeDelay={80} open={open} onOpenChange={onOpenChange}>
    <Radix.Trigger asChild {...trigger}>
      {children}
    </Radix.Trigger>
    <Radix.Portal>
      <Radix.Content className="popover" align="start" sideOffset={6} collisionPadding={8}>
        {card}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)
