import { useMemo, useState } from 'react'
import { plural } from '../../format/number.ts'
import { dayOf, sayDay } from '../../format/time.ts'
import { Field, Input } from '../../ui/controls/field.tsx'
import { useNow } from '../../ui/use-now.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import type { ManyProps } from './many-props.ts'
import { countOf } from './plan.ts'
import { planEnd } from './plan-facts.ts'

export const EndMany = ({ flags, all: _all, ...props }: ManyProps) => {
  const today = dayOf(useNow())
  const [end, setEnd] = useState('')
  const plan = useMemo(() => (end === '' ? [] : planEnd(flags, end)), [flags, end])
  return (
    <BulkDialog
      {...props}
      title={
        flags.length === 1 ? `When should ${flags[0]?.name} end?` : `When should ${plural(flags.length, 'flag')} end?`
      }
      lede="The day on which the code should do without them. Nothing happens by itself then: they come back to Clean up."
      plan={plan}
      action={`Give ${plural(countOf(plan, 'changes'), 'flag')} until ${end && sayDay(end)}`}
      because={end === '' ? 'Choose a day.' : end < today ? 'Choose a day that is to come.' : undefined}
      about={{ flags, says: (count) => `${plural(count, 'flag has', 'flags have')} until ${sayDay(end)}` }}
    >
      <Field label="Expected end">
        {(control) => (
          <Input {...control} type="date" min={today} value={end} onChange={({ target }) => setEnd(target.value)} />
        )}
      </Field>
    </BulkDialog>
  )
}
