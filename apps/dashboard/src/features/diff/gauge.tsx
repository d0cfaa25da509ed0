import type { CSSProperties, ReactNode } from 'react'

/** A share as a number and a bar in the environment's colour. */
export const Gauge = ({ percentage, children }: { percentage: number; children: ReactNode }) => (
  <div className="gauge">
    <span>{children}</span>
    <i style={{ '--w': `${percentage}%` } as CSSProperties} />
  </div>
)
