import { Link } from '@tanstack/react-router'
import { FlaskConical } from 'lucide-react'
import { useRunningExperiments } from '../../api/experiments.ts'
import type { FlagRef } from '../../api/flag-versions.ts'
import { sayRule } from '../../features/experiments/rule-name.ts'
import { sayWhen } from '../../features/experiments/state.ts'
import type { LoadedFlag } from '../../features/rule-editor/use-editing-state.ts'
import { useNow } from '../../ui/use-now.ts'
import './experiment-line.css'

/** Says that an experiment runs on a rule here, and which edits stop it. */
export const ExperimentLine = ({ flag, flagRef }: { flag: LoadedFlag; flagRef: FlagRef }) => {
  const now = useNow()
  const { items = [] } = useRunningExperiments(flagRef)
  const [experiment] = items
  if (!experiment) return null
  return (
    <section className="experiment-line" aria-label="Experiment">
      <FlaskConical size={16} strokeWidth={1.5} aria-hidden />
      <p>
        <b>An experiment runs on {sayRule(flag, experiment)}:</b>{' '}
        <Link
          className="link"
          to="/projects/$projectId/experiments/$experimentId"
          params={{ projectId: flagRef.projectId, experimentId: experiment.id }}
        >
          <bdi>{experiment.name}</bdi>
        </Link>
        , {sayWhen(experiment, now)}.{' '}
        <small>
          Widening the rollout is fine. Changing the split or what a variant gives, or turning the rule or the flag off,
          stops it.
        </small>
      </p>
    </section>
  )
}
