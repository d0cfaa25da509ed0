import { sayRecommendation } from '@bunting/contract/text'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { sayDaysLeft } from '../../features/experiments/state.ts'
import { useBecauseExperiment } from '../../features/experiments/use-because-experiment.ts'
import { Step } from '../../features/steps/step.tsx'
import { Note } from '../../ui/note.tsx'
import { useNow } from '../../ui/use-now.ts'
import { Decided } from './decided.tsx'
import { Ship } from './ship.tsx'
import type { Shown } from './shown.ts'
import { StopDialog } from './stop-dialog.tsx'
import { WithNames } from './with-names.tsx'

/** Kinds of recommendation at which there is something to decide. */
const decidable: ReadonlySet<string> = new Set(['ship', 'keep_control', 'no_difference', 'stop', 'broken_split'])

/** The recommendation in one sentence, and what can be done; of one that ended, what was done. */
export const WhatNow = (shown: Shown) => {
  const { experiment, results } = shown
  const isOver = experiment.status === 'stopped'
  const isDecidable = !isOver && decidable.has(results.recommendation.kind)
  return (
    <Step number={3} title="What now?" state={isDecidable ? 'now' : 'ahead'}>
      <p className="recommendation">
        <WithNames text={say(shown)} names={experiment.variants.map(({ variant }) => variant)} />
      </p>
      {isOver ? <Decided {...shown} /> : <Decide {...shown} />}
      {isOver && <ShipAfterAll {...shown} />}
    </Step>
  )
}

/** The sentence that the terminal, webhooks and chats have; the server's own until the metric is loaded. */
const say = ({ experiment, results, metrics }: Shown): string => {
  const primary = metrics.find(({ key }) => key === experiment.primary)
  const isOver = experiment.status === 'stopped'
  return primary ? sayRecommendation({ ...results, experiment, primary, isOver }) : results.recommendation.why
}

/** One that was stopped can still end in a variant, as long as its rule splits. */
const ShipAfterAll = (shown: Shown) => {
  const { experiment, flag } = shown
  const because = useBecauseExperiment()
  const [isOpen, setOpen] = useState(false)
  const rules = flag?.versions[experiment.environmentId]?.config.rules ?? []
  const splits = rules.find(({ id }) => id === experiment.ruleId)?.distribution !== undefined
  if (experiment.decision !== null || experiment.shipping || !splits || because !== undefined) return null
  return isOpen ? (
    <div className="mt-4">
      <Ship {...shown} />
    </div>
  ) : (
    <p className="aside-line">
      The rule still splits.{' '}
      <button type="button" className="link" onClick={() => setOpen(true)}>
        Ship a variant
      </button>
    </p>
  )
}

const Decide = (shown: Shown) => {
  const { experiment, results } = shown
  const { projectId, shipping } = experiment
  const now = useNow()
  const because = useBecauseExperiment()
  const [isStopping, setStopping] = useState(false)
  const left = sayDaysLeft(experiment, now)
  return (
    <>
      {shipping ? (
        <Note>
          Shipping <code>{shipping.variant}</code> waits for approval; until then the experiment goes on.{' '}
          <Link
            className="link"
            to="/projects/$projectId/proposals/$proposalId"
            params={{ projectId, proposalId: shipping.proposalId }}
          >
            See the proposal
          </Link>
        </Note>
      ) : (
        results.srm.status !== 'mismatch' && <Ship {...shown} />
      )}
      <p className="aside-line">
        {results.srm.status === 'mismatch'
          ? 'Nothing can be said until the split is right: '
          : `Or leave it${left === undefined ? '' : `: ${left}`}. `}
        {because === undefined && (
          <button type="button" className="link" onClick={() => setStopping(true)}>
            Stop without shipping
          </button>
        )}
      </p>
      {isStopping && <StopDialog experiment={experiment} onClose={() => setStopping(false)} />}
    </>
  )
}
