import type { ReactNode } from 'react'
import { Tooltip } from './overlays/tooltip.tsx'

/** A word of ours that does not explain itself, with what it means on hover and focus. */
export const Explained = ({ means, children }: { means: string; children: ReactNode }) => (
  <Tooltip says={means}>
    <button type="button" className="explained">
      {children}
    </button>
  </Tooltip>
)
