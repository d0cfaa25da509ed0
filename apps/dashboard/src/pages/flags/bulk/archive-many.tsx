import { useMemo } from 'react'
import { useBecauseProtected } from '../../../data/because-protected.ts'
import { useEnvironments } from '../../../data/environments.ts'
import { plural } from '../../../format/number.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import type { ManyProps } from './many-props.ts'
import { stepsOf } from './plan.ts'
import { planArchive } from './plan-archive.ts'

export const ArchiveMany = ({ flags, all, ...props }: ManyProps) => {
  const environments = useEnvironments(props.projectId)
  const because = useBecauseProtected(props.projectId)
  // `because` is another each time, and says the same of each flag.
  const plan = useMemo(() => planArchive(flags, { all, environments, because }), [flags, all, environments])
  return (
    <BulkDialog
      {...props}
      title={`Archive ${plural(flags.length, 'flag')}?`}
      lede="Apps that ask for them are told that there is no such flag, in every environment, and use their own fallback. They keep their keys and versions, and can be taken out again."
      plan={plan}
      action={`Archive ${plural(stepsOf(plan).length, 'flag')}`}
      about={{ flags, inOrder: true, says: (count) => plural(count, 'flag is archived', 'flags are archived') }}
    />
  )
}
