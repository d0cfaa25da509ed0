import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import '../ui/overlays/overlay.css'

type DrawerProps = { onClose(): void; children: ReactNode }

/** The sidebar as a drawer, if there is no room beside the page. */
export const Drawer = ({ onClose, children }: DrawerProps) => (
  <Radix.Root open onOpenChange={(open) => !open && onClose()}>
    <Radix.Portal>
      <div className="scrim" />
      <Radix.Content className="drawer" aria-describedby={undefined}>
        <Radix.Title className="sr-only">Menu</Radix.Title>
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)
