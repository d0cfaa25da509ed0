import { useState } from 'react'
import { HoverCard } from '../../../ui/overlays/hover-card.tsx'
import { Popover } from '../../../ui/overlays/popover.tsx'
import { Bunting, Says } from '../../../ui/pennants/bunting.tsx'
import type { Layout } from '../columns/lay-out.ts'
import { RowToggles } from '../later-dialogs.ts'
import type { RowTogglesProps } from './row-toggles.tsx'

type RowStateProps = Omit<RowTogglesProps, 'environments' | 'onLeave'> & { layout: Layout }

/** The bunting of a row: its words on hover and focus, its switches after a press. */
export const RowState = ({ layout, ...props }: RowStateProps) => {
  const { flag } = props
  const { environments, inView } = layout
  const [isOpen, setOpen] = useState(false)
  const [isPointedAt, setPointedAt] = useState(false)
  const archived = flag.archivedAt !== null
  return (
    <Popover
      label={`${flag.name} in each environment`}
      open={isOpen}
      onOpenChange={(open) => {
        setOpen(open)
        setPointedAt(false)
      }}
      trigger={
        <HoverCard
          card={<Says environments={inView} versions={flag.versions} />}
          open={isPointedAt && !isOpen}
          onOpenChange={setPointedAt}
        >
          <button
            type="button"
            className="state-btn"
            // Not on focus, which also returns here when the switches close: then the card would be in the way.
            onKeyUp={(event) => event.key === 'Tab' && setPointedAt(true)}
          >
            <Bunting environments={environments} inView={inView} versions={flag.versions} archived={archived} />
          </button>
        </HoverCard>
      }
    >
      <RowToggles {...props} environments={environments} onLeave={() => setOpen(false)} />
    </Popover>
  )
}
