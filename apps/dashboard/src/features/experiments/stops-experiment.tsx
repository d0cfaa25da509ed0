import type { FlagConfig } from '@bunting/engine'
import { Link } from '@tanstack/react-router'
import { useRunningExperiments } from '../../api/experiments.ts'
import type { FlagRef } from '../../api/flag-versions.ts'
import { Note } from '../../ui/note.tsx'
import { stopsIt } from './stops-it.ts'

type StopsExperimentProps = { flagRef: FlagRef; before: FlagConfig | null | undefined; after: FlagConfig }

/** A warning that saving a config stops the experiment on it; nothing if none runs, or it goes on. */
export const StopsExperiment = ({ flagRef, before, after }: StopsExperimentProps) => {
  const { items: [experiment] = [] } = useRunningExperiments(flagRef)
  const because = experiment && stopsIt(experiment, before ?? undefined, after)
  if (!experiment || because === undefined) return null
  return (
    <Note kind="warn">
      <b>
        This stops the experiment{' '}
        <Link
          className="link"
          to="/projects/$projectId/experiments/$experimentId"
          params={{ projectId: flagRef.projectId, experimentId: experiment.id }}
        >
          <bdi>{experiment.name}</bdi>
        </Link>
        :
      </b>{' '}
      {because}. What it counted stays; another run starts from nothing.
    </Note>
  )
}
