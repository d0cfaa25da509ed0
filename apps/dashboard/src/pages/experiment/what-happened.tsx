import { useNavigate, useSearch } from '@tanstack/react-router'
import { Step } from '../../features/steps/step.tsx'
import { percent } from '../../format/number.ts'
import { Segments } from '../../ui/controls/segments.tsx'
import { useKeys } from '../../ui/use-keys.ts'
import { AddMetric } from './add-metric.tsx'
import { HowItIsMade } from './how-it-is-made.tsx'
import { ForestTable } from './plot/forest-table.tsx'
import { Numbers } from './plot/numbers.tsx'
import type { Shown } from './shown.ts'
import { stepLine } from './step-line.ts'

const from = '/projects/$projectId/experiments/$experimentId'

/** Every metric's lift over control, drawn or as plain numbers. */
export const WhatHappened = (shown: Shown) => {
  const { as } = useSearch({ from })
  const navigate = useNavigate({ from })
  const { experiment, results } = shown
  const isPlot = as !== 'numbers'
  const show = (next: 'plot' | 'numbers') =>
    void navigate({ search: next === 'plot' ? {} : { as: next }, replace: true, resetScroll: false })
  useKeys({
    n: ['Plot or numbers', () => show(isPlot ? 'numbers' : 'plot')],
    ...(isPlot && {
      j: ['Next line of the plot: Enter opens its days', () => stepLine(1)],
      k: ['Line before', () => stepLine(-1)],
    }),
  })
  return (
    <Step
      number={2}
      title="What happened?"
      state="ahead"
      beside={
        <>
          <span className="text-ink-3">
            Lift over <code>{experiment.control}</code>, {percent(experiment.confidence * 100)}
            {results.method === 'fixed' ? ', read at the planned end' : ', right whenever you look'}
          </span>
          <span className="show-as">
            <Segments
              small
              label="Show as"
              value={isPlot ? 'plot' : 'numbers'}
              onChange={show}
              options={[
                { value: 'plot', label: 'Plot' },
                { value: 'numbers', label: 'Numbers' },
              ]}
            />
          </span>
        </>
      }
    >
      {isPlot ? <ForestTable {...shown} /> : <Numbers {...shown} />}
      <AddMetric {...shown} />
      <HowItIsMade {...shown} />
    </Step>
  )
}
