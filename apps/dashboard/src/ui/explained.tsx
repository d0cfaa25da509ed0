import type { ReactNode } from 'react'
import { Tooltip } from './overlays/tooltip.tsx'

/** A term that needs explaining, with its meaning on hover and focus. */
export const Explained = ({ means, children }: { means: string; children: ReactNode }) => (
  <Tooltip says={means}>
    <button type="button" className="explained">
      {children}
    </button>
  </Tooltip>
)
