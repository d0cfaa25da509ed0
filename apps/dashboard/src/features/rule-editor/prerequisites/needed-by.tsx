import type { FlagRef } from '../../../api/flag-versions.ts'
import { DependentList, NeededWhenOff, useDependentsIn } from '../../flags/needed-by.tsx'
import type { Edited } from '../editing.ts'

/** The flags that need this one here; a warning if the draft turns it off. */
export const NeededBy = ({ config, flagRef }: Pick<Edited, 'config'> & { flagRef: FlagRef }) => {
  const dependents = useDependentsIn(flagRef)
  if (dependents.length === 0) return null
  if (!config.enabled) return <NeededWhenOff {...flagRef} />
  return (
    <section className="needs" aria-labelledby="needed-by">
      <h2 id="needed-by" className="text-ink-3">
        Needed by
      </h2>
      <DependentList projectId={flagRef.projectId} dependents={dependents} />
    </section>
  )
}
