import { Link } from '@tanstack/react-router'
import { Square } from 'lucide-react'
import { useState } from 'react'
import { useNames } from '../../api/actors.ts'
import { sayRule } from '../../features/experiments/rule-name.ts'
import { sayWhen, stateOf, states } from '../../features/experiments/state.ts'
import { useBecauseExperiment } from '../../features/experiments/use-because-experiment.ts'
import { sayDate } from '../../format/time.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EnvName } from '../../ui/pennants/env-name.tsx'
import { Tag } from '../../ui/tag.tsx'
import { useNow } from '../../ui/use-now.ts'
import type { ShownExperiment } from './shown.ts'
import { StopDialog } from './stop-dialog.tsx'

/** What is tried, where, by whom and since when; and the way to stop it. */
export const Heading = ({ experiment, environment, flag }: Omit<ShownExperiment, 'metrics'>) => {
  const now = useNow()
  const because = useBecauseExperiment()
  const [isStopping, setStopping] = useState(false)
  const { projectId, flagKey, hypothesis, createdBy, createdAt, startedAt, status } = experiment
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
      {status === 'running' && (
        <div className="actions">
          <Button because={because} onClick={() => setStopping(true)}>
            <Square size={14} strokeWidth={1.5} aria-hidden />
            Stop
          </Button>
        </div>
      )}
      {isStopping && <StopDialog experiment={experiment} onClose={() => setStopping(false)} />}
    </div>
  )
}
