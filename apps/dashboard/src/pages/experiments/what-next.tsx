import { useNames } from '../../api/actors.ts'
import type { Experiment, Results } from '../../api/experiments.ts'
import { type Metric, useLastDays } from '../../api/metrics.ts'
import type { Look } from '../../features/experiments/forest.tsx'
import { knownFrom, planOf } from '../../features/experiments/planning.ts'
import { Verdict } from '../../features/experiments/verdict.tsx'
import { percent, plural } from '../../format/number.ts'

type WhatNextProps = {
  experiment: Experiment
  results: Results | undefined
  /** The metric that decides; absent until it is loaded and the row is in view. */
  metric: Metric | undefined
}

/** What to do with an experiment, or what was done, in a few words. */
export const WhatNext = ({ experiment, results, metric }: WhatNextProps) => {
  const { decision, status, reason, shipping } = experiment
  const nameOf = useNames([decision?.by ?? null])
  if (decision) {
    return (
      <Verdict look="yes">
        <code>{decision.variant}</code>, by <bdi>{nameOf(decision.by)}</bdi>
      </Verdict>
    )
  }
  if (status === 'stopped') {
    return (
      <Verdict look={undefined}>
        <bdi>{reason ?? 'It was stopped.'}</bdi>
      </Verdict>
    )
  }
  if (status === 'draft') return <DraftNeeds experiment={experiment} metric={metric} />
  if (status === 'pending') return <Verdict look={undefined}>Somebody else approves the start</Verdict>
  if (shipping) {
    return (
      <Verdict look={undefined}>
        Shipping <code>{shipping.variant}</code> waits for approval
      </Verdict>
    )
  }
  if (!results) return null
  const { look, says } = kinds[results.recommendation.kind](results.recommendation)
  return <Verdict look={look}>{says}</Verdict>
}

/** The days that a draft takes, from what the last 14 days came to. */
const DraftNeeds = ({ experiment, metric }: Omit<WhatNextProps, 'results'>) => {
  const { projectId, environmentId, method, minimumEffect, confidence, minimumDays, variants } = experiment
  const { data } = useLastDays(projectId, environmentId, metric?.key)
  const asked = metric &&
    data && {
      ...{ metric, known: knownFrom(data), minimumEffect, confidence, minimumDays },
      variants: Math.max(2, variants.length),
    }
  const days = asked && planOf(asked)[method]?.days
  return (
    <Verdict look={undefined}>
      {typeof days === 'number' ? `Needs ${plural(days, 'day')} to find ${percent(minimumEffect * 100)}` : 'Start it'}
    </Verdict>
  )
}

type Recommendation = Results['recommendation']
type Said = { look: Look; says: React.ReactNode }

const kinds: Record<Recommendation['kind'], (recommendation: Recommendation) => Said> = {
  broken_split: () => ({ look: 'no', says: 'The split is off' }),
  stop: () => ({ look: 'no', says: 'Stop it: a guardrail is crossed' }),
  not_enough: () => ({ look: undefined, says: 'Not enough to say anything yet' }),
  ship: ({ variant }) => ({
    look: 'yes',
    says: (
      <>
        Ship <code>{variant}</code>?
      </>
    ),
  }),
  keep_control: () => ({ look: 'no', says: 'Keep control' }),
  no_difference: () => ({ look: undefined, says: 'No difference that matters' }),
  keep_running: ({ daysLeft }) => ({
    look: undefined,
    says:
      typeof daysLeft === 'number'
        ? `Keep running, about ${plural(Math.max(1, Math.ceil(daysLeft)), 'day')} left`
        : 'Keep running',
  }),
}
