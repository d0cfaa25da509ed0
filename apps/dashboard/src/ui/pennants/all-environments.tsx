import type { Environment } from '@bunting/contract'
import { type ReactNode, useState } from 'react'
import './all-environments.css'
import { Popover } from '../overlays/popover.tsx'

type AllEnvironmentsProps = {
  /** How many there is no room for. */
  folded: number
  /** What it is about: `of Checkout layout`. */
  of?: string
  environments: readonly Environment[]
  /** A link of one of them. */
  children(environment: Environment, close: () => void): ReactNode
}

/** `+15`: how many environments there is no room for. It opens all of them. */
export const AllEnvironments = ({ folded, of, environments, children }: AllEnvironmentsProps) => {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <Popover
      label={`All ${environments.length} environments`}
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className="more-environments">
          +{folded}
          <span className="sr-only"> more environments{of === undefined ? '' : ` ${of}`}</span>
        </button>
      }
    >
      <ul className="all-environments">
        {environments.map((environment) => (
          <li key={environment.id}>{children(environment, close)}</li>
        ))}
      </ul>
    </Popover>
  )
}
