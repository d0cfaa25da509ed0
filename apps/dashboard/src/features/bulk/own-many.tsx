import { useMemo, useState } from 'react'
import { useActors } from '../../api/actors.ts'
import { plural } from '../../format/number.ts'
import { OwnerField } from '../flags/fact-fields.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import type { ManyProps } from './many-props.ts'
import { countOf } from './plan.ts'
import { planOwner } from './plan-facts.ts'

export const OwnMany = ({ flags, all: _all, ...props }: ManyProps) => {
  const [ownerId, setOwnerId] = useState<string | null>()
  const ids = [...flags.map((flag) => flag.ownerId), ownerId].filter((id) => typeof id === 'string')
  const actorOf = useActors(ids)
  const nameOf = (id: string | null | undefined): string => (id ? actorOf(id).name : 'nobody')
  const names = JSON.stringify(ids.map(nameOf))
  // `names` stands for `nameOf`, which is a new function at every render.
  const plan = useMemo(() => (ownerId === undefined ? [] : planOwner(flags, ownerId, nameOf)), [flags, ownerId, names])
  const owner = nameOf(ownerId)
  return (
    <BulkDialog
      {...props}
      title={`Give ${plural(flags.length, 'flag')} an owner`}
      lede="Who looks after them: whom others ask, and who hears of what could go."
      plan={plan}
      action={ownerId === null ? 'Take the owner away' : `Give them ${plural(countOf(plan, 'changes'), 'flag')}`}
      because={ownerId === undefined ? 'Choose who.' : undefined}
      about={{
        flags,
        says: (count) =>
          ownerId === null
            ? plural(count, 'flag has no owner now', 'flags have no owner now')
            : `${owner} owns ${plural(count, 'flag')} more`,
      }}
    >
      <OwnerField value={ownerId} onChange={setOwnerId} />
    </BulkDialog>
  )
}
