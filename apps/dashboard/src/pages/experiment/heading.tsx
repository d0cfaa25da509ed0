import { Link } from '@tanstack/react-router'
import { useNames } from '../../api/actors.ts'
import { sayRule } from '../../features/experiments/rule-name.ts'
import { sayWhen, stateOf, states } from '../../features/experiments/state.ts'
import { sayDate } from '../../format/time.ts'
import { EnvName } from '../../ui/pennants/env-name.tsx'
import { Tag } from '../../ui/tag.tsx'
import { useNow } from '../../ui/use-now.ts'
import { Actions } from './actions.tsx'
import type { ShownExperiment } from './shown.ts'

/** The heading of an experiment: its flag, environment, author and start, and the actions on it. */
export const Heading = ({ experiment, environment, flag }: Omit<ShownExperiment, 'metrics'>) => {
  const now = useNow()
  const { projectId, flagKey, hypothesis, createdBy, createdAt, startedAt } = experiment
  const by = useNames([createdBy])(createdBy)
  const state = states[stateOf(experiment)]
  return (
    <div className="page-head">
      <div className="min-w-0">
        <div className="experiment-title">
          <h1 dir="auto">{experiment.name}</h1>
          <Tag {...(state.look && { kind: state.look })}>{state.name}</Tag>
          <span className="num text-ink-3">{sayWhen(experiment, now)}</span>
        </div>
        {hypothesis !== null && (
          <p className="hypothesis" dir="auto">
            {hypothesis}
          </p>
        )}
        <p className="of-whom">
          {environment && <EnvName environment={environment} />}
          <span>
            <Link
              className="link"
              to="/projects/$projectId/flags/$flagKey"
              params={{ projectId, flagKey }}
              search={environment ? { env: environment.slug } : {}}
            >
              <bdi>{flag?.name ?? flagKey}</bdi>
            </Link>
            , <bdi>{sayRule(flag, experiment)}</bdi>
          </span>
          <span>
            <b>
              <bdi>{by}</bdi>
            </b>{' '}
            made it {sayDate(new Date(createdAt), now)}
            {startedAt !== null && `, started ${sayDate(new Date(startedAt), now)}`}
          </span>
        </p>
      </div>
      <Actions experiment={experiment} environment={environment} flag={flag} />
    </div>
  )
}
