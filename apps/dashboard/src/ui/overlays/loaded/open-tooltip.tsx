import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import '../overlay.css'
import { type Anchor, Onto } from './onto.tsx'

type OpenTooltipProps = { anchor: Anchor; describedBy: string | undefined; onClose(): void; children: ReactNode }

export const OpenTooltip = ({ anchor, describedBy, onClose, children }: OpenTooltipProps) => (
  <Radix.Provider>
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Trigger asChild aria-describedby={describedBy}>
        <Onto anchor={anchor} />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="tooltip" sideOffset={6} collisionPadding={8}>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  </Radix.Provider>
)
