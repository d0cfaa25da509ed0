import { Link, useParams } from '@tanstack/react-router'
import { useEnvironments } from '../../api/environments.ts'
import { type Experiment, useExperiment, useResults } from '../../api/experiments.ts'
import { useFlags } from '../../api/flags.ts'
import { useMetrics } from '../../api/metrics.ts'
import { Page } from '../../features/page/page.tsx'
import { NotFound } from '../../features/page/problem.tsx'
import { Failed } from '../../ui/failed.tsx'
import { Note } from '../../ui/note.tsx'
import { Time } from '../../ui/time.tsx'
import { useKeys } from '../../ui/use-keys.ts'
import './experiment.css'
import { Draft } from './draft.tsx'
import { Heading } from './heading.tsx'
import { Trust } from './trust.tsx'
import { WhatHappened } from './what-happened.tsx'
import { WhatNow } from './what-now.tsx'

const from = '/projects/$projectId/experiments/$experimentId'

/** One experiment: can you trust it, what happened, what now. */
export const ExperimentPage = () => {
  const { projectId, experimentId } = useParams({ from })
  const { data: experiment, error, refetch } = useExperiment(projectId, experimentId)
  if (experiment?.projectId === projectId) return <OneExperiment key={experiment.id} experiment={experiment} />
  if (experiment || (error && 'status' in error && error.status === 404)) return <NotFound />
  return (
    <Page title="Experiment" parent={<Parent projectId={projectId} />}>
      {error && <Failed title="The experiment did not load" error={error} onRetry={() => void refetch()} />}
    </Page>
  )
}

const Parent = ({ projectId }: { projectId: string }) => (
  <Link to="/projects/$projectId/experiments" params={{ projectId }}>
    Experiments
  </Link>
)

const OneExperiment = ({ experiment }: { experiment: Experiment }) => {
  const { projectId } = experiment
  const environments = useEnvironments(projectId)
  const { items: flags = [] } = useFlags(projectId)
  const { items: metrics = [] } = useMetrics(projectId)
  const { data: results, error, refetch } = useResults(experiment)
  const environment = environments.find(({ id }) => id === experiment.environmentId)
  const flag = flags.find(({ id }) => id === experiment.flagId)
  const shown = { experiment, environment, flag, metrics }
  useKeys(
    results
      ? {
          1: ['Can you trust it?', () => focusQuestion(1)],
          2: ['What happened?', () => focusQuestion(2)],
          3: ['What now?', () => focusQuestion(3)],
        }
      : {},
  )
  return (
    <Page
      title={experiment.name}
      parent={<Parent projectId={projectId} />}
      heading={<Heading experiment={experiment} environment={environment} flag={flag} />}
    >
      {experiment.warnings.map((warning) => (
        <div className="mt-4" key={warning}>
          <Note kind="warn">
            <bdi>{warning}</bdi>
          </Note>
        </div>
      ))}
      {experiment.startedAt === null && <Draft {...shown} />}
      {error && !results && <Failed title="The results did not load" error={error} onRetry={() => void refetch()} />}
      {error && results && (
        <div className="mt-4">
          <Note kind="warn">
            These figures are of <Time at={results.at} />: newer ones did not load. {error.message}
          </Note>
        </div>
      )}
      {results && (
        <ol className="three-questions">
          <Trust {...shown} results={results} />
          <WhatHappened {...shown} results={results} />
          <WhatNow {...shown} results={results} />
        </ol>
      )}
    </Page>
  )
}

const focusQuestion = (number: 1 | 2 | 3): void =>
  document.querySelector<HTMLElement>(`.three-questions > .step:nth-child(${number}) h2`)?.focus()
