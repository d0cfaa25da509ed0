import { useMemo } from 'react'
import { useBecauseProtected } from '../../api/because-protected.ts'
import { useEnvironments } from '../../api/environments.ts'
import { count, plural } from '../../format/number.ts'
import { sayArchive } from '../flags/archive-words.ts'
import { WhoStillAsks } from '../flags/who-still-asks.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import type { ManyProps } from './many-props.ts'
import { type Planned, stepsOf } from './plan.ts'
import { planArchive } from './plan-archive.ts'

export const ArchiveMany = ({ flags, all, ...props }: ManyProps) => {
  const environments = useEnvironments(props.projectId)
  const because = useBecauseProtected(props.projectId)
  // `because` is a new function at every render, with the same answers, so it is no dependency.
  const plan = useMemo(() => planArchive(flags, { all, environments, because }), [flags, all, environments])
  const going = stepsOf(plan).length
  const left = plan.length - going
  return (
    <BulkDialog
      {...props}
      title={flags.length === 1 ? `Archive ${flags[0]?.name}?` : `Archive ${plural(flags.length, 'flag')}?`}
      lede={sayArchive(flags.length)}
      plan={plan}
      preview={<WhoStillAsks projectId={props.projectId} flags={plan.map(goingOf)} />}
      kind="danger"
      action={
        flags.length === 1
          ? 'Archive the flag'
          : `Archive ${plural(going, 'flag')}${left === 0 ? '' : `, leave ${count(left)}`}`
      }
      about={{ flags, inOrder: true, says: (count) => plural(count, 'flag is archived', 'flags are archived') }}
    />
  )
}

/** The common outcome is said above the list; only the others are said per flag. */
const goingOf = ({ key, name, outcome, says }: Planned) => ({
  key,
  name,
  ...(outcome === 'changes' ? {} : { says }),
  stays: outcome === 'refused' || outcome === 'same',
})
