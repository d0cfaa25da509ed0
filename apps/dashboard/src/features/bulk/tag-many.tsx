import { useMemo, useState } from 'react'
import { plural } from '../../format/number.ts'
import { TagInput } from '../../ui/controls/tag-input.tsx'
import { tagsOf } from '../flags/tags-of.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import type { ManyProps } from './many-props.ts'
import { countOf } from './plan.ts'
import { planTags } from './plan-facts.ts'

export const TagMany = ({ flags, all, ...props }: ManyProps) => {
  const [add, setAdd] = useState<readonly string[]>([])
  const [remove, setRemove] = useState<readonly string[]>([])
  const plan = useMemo(() => planTags(flags, { add, remove }), [flags, add, remove])
  return (
    <BulkDialog
      {...props}
      title={`Tag ${plural(flags.length, 'flag')}`}
      plan={plan}
      action={`Tag ${plural(countOf(plan, 'changes'), 'flag')}`}
      because={add.length + remove.length === 0 ? 'Name a tag to add or to take away.' : undefined}
      about={{ flags, says: (count) => plural(count, 'flag has its new tags', 'flags have their new tags') }}
    >
      <TagInput label="Add" values={add} onChange={setAdd} suggestions={tagsOf(all)} />
      <TagInput label="Take away" values={remove} onChange={setRemove} suggestions={tagsOf(flags)} />
    </BulkDialog>
  )
}
