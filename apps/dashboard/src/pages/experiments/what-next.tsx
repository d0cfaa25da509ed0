import { useNames } from '../../api/actors.ts'
import type { Experiment, Results } from '../../api/experiments.ts'
import type { Look } from '../../features/experiments/forest.tsx'
import { Verdict } from '../../features/experiments/verdict.tsx'
import { plural } from '../../format/number.ts'

type WhatNextProps = { experiment: Experiment; results: Results | undefined }

/** What to do with an experiment, or what was done, in a few words. */
export const WhatNext = ({ experiment, results }: WhatNextProps) => {
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
  if (status === 'draft') return <Verdict look={undefined}>Start it</Verdict>
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
