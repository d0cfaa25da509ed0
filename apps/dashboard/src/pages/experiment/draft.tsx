import { Link } from '@tanstack/react-router'
import { useStartExperiment } from '../../api/experiments.ts'
import { sayMetric } from '../../features/experiments/metric-words.ts'
import { useBecauseExperiment } from '../../features/experiments/use-because-experiment.ts'
import { percent } from '../../format/number.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Note } from '../../ui/note.tsx'
import { Time } from '../../ui/time.tsx'
import { sayThen } from './say-then.ts'
import type { ShownExperiment } from './shown.ts'

/** The plan of one that has not started, and the button that starts it. */
export const Draft = ({ experiment, environment, metrics }: ShownExperiment) => {
  const { id, projectId, status, proposalId, primary, secondary, guardrails, minimumEffect, plannedEnd } = experiment
  const { variants, control } = experiment
  const total = variants.reduce((sum, { weight }) => sum + weight, 0)
  const because = useBecauseExperiment()
  const start = useStartExperiment(projectId)
  const nameOf = (key: string): string => metrics.find((metric) => metric.key === key)?.name ?? key
  const decides = metrics.find(({ key }) => key === primary)
  const acts = environment?.protected === true && guardrails.some(({ then }) => then !== 'notify')
  return (
    <>
      <dl className="about-list">
        <Fact name="Tries">
          {variants.map(({ variant, weight }) => (
            <span className="block" key={variant}>
              <code>{variant}</code> {percent(Math.round((weight / total) * 1_000) / 10)}
              {variant === control && ', control'}
            </span>
          ))}
        </Fact>
        <Fact name="Decides">
          <bdi>{nameOf(primary)}</bdi> {decides && <span>{sayMetric(decides)}</span>}
        </Fact>
        {secondary.length > 0 && <Fact name="Also shown">{secondary.map(nameOf).join(', ')}</Fact>}
        {guardrails.length > 0 && (
          <Fact name="Guardrails">
            {guardrails.map(({ metric, worseBy, then }) => (
              <span className="block" key={metric}>
                <bdi>{nameOf(metric)}</bdi> {percent(worseBy * 100)} worse: {sayThen[then]}
              </span>
            ))}
          </Fact>
        )}
        <Fact name="Smallest effect">{percent(minimumEffect * 100)}</Fact>
        <Fact name="Planned end">{plannedEnd === null ? 'none: looked at any day' : <Time at={plannedEnd} />}</Fact>
      </dl>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        {status === 'draft' && (
          <Button kind="primary" because={because} busy={start.isPending} onClick={() => start.mutate(id)}>
            {acts ? 'Propose to start' : 'Start the experiment'}
          </Button>
        )}
        {status === 'draft' && <span className="text-ink-3">Nothing is counted until it starts.</span>}
      </div>
      {status === 'pending' && (
        <div className="mt-4">
          <Note>
            A guardrail acts by itself in a protected environment, so somebody else approves the start.{' '}
            {proposalId !== undefined && (
              <Link className="link" to="/projects/$projectId/proposals/$proposalId" params={{ projectId, proposalId }}>
                See the proposal
              </Link>
            )}
          </Note>
        </div>
      )}
    </>
  )
}

const Fact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
