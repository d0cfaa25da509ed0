import type { Environment } from '@bunting/contract'
import { type ReactNode, useState } from 'react'
import './all-environments.css'
import { Popover } from '../overlays/popover.tsx'

type AllEnvironmentsProps = {
  /** The number of environments without room. */
  folded: number
  /** The subject, for the accessible name: `of Checkout layout`. */
  of?: string
  environments: readonly Environment[]
  /** Renders the link of one environment. */
  children(environment: Environment, close: () => void): ReactNode
}

/** A button such as `+15`, for the environments without room. It opens the list of all. */
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
