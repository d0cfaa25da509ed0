import { Tooltip as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import './overlay.css'

/** Around everything that has tooltips. */
export const TooltipProvider = ({ children }: { children: ReactNode }) => (
  <Radix.Provider delayDuration={300} skipDelayDuration={200}>
    {children}
  </Radix.Provider>
)

/** A few words about a control, on hover and focus. `says` undefined: none. */
export const Tooltip = ({ says, children }: { says: ReactNode | undefined; children: ReactElement }) =>
  says === undefined ? (
    children
  ) : (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="tooltip" sideOffset={6} collisionPadding={8}>
          {says}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
