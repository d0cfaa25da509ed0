import type { RefObject } from 'react'
import { useEnvironments } from '../../api/environments.ts'
import { type Experiment, useKnownResults } from '../../api/experiments.ts'
import { useFlags } from '../../api/flags.ts'
import type { Metric } from '../../api/metrics.ts'
import { AxisTicks } from '../../features/experiments/forest.tsx'
import { commonAxis } from './common-axis.ts'
import { ExperimentRow } from './experiment-row.tsx'
import { leadingOf } from './leading-of.ts'

type ExperimentTableProps = {
  projectId: string
  experiments: readonly Experiment[]
  metrics: readonly Metric[]
  body: RefObject<HTMLTableSectionElement | null>
}

/** Every experiment with what its primary metric says, on one axis for all. */
export const ExperimentTable = ({ projectId, experiments, metrics, body }: ExperimentTableProps) => {
  const environments = useEnvironments(projectId)
  const { items: flags = [] } = useFlags(projectId)
  const known = useKnownResults(projectId, experiments)
  const axis = commonAxis(
    experiments.flatMap((experiment, at) => {
      const results = known[at]
      return (results && leadingOf(experiment, results)?.result.lift?.value) ?? []
    }),
  )
  return (
    <table className="experiment-list" aria-label="Experiments">
      <thead>
        <tr>
          <th scope="col" className="flag-state">
            <span className="sr-only">State of the flag</span>
          </th>
          <th scope="col">Experiment</th>
          <th scope="col" className="state">
            State
          </th>
          <th scope="col" className="primary-metric">
            Primary metric
          </th>
          <th scope="col" className="plot">
            <span className="sr-only">Lift, drawn</span>
            <AxisTicks axis={axis} />
          </th>
          <th scope="col" className="counted">
            Units counted
          </th>
          <th scope="col" className="next">
            What now
          </th>
        </tr>
      </thead>
      <tbody ref={body}>
        {experiments.map((experiment, at) => (
          <ExperimentRow
            key={experiment.id}
            at={at}
            axis={axis}
            experiment={experiment}
            flag={flags.find(({ id }) => id === experiment.flagId)}
            environment={environments.find(({ id }) => id === experiment.environmentId)}
            metric={metrics.find(({ key }) => key === experiment.primary)}
          />
        ))}
      </tbody>
    </table>
  )
}
