import type { Environment } from '@bunting/contract'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { type Experiment, type Results, useResults } from '../../api/experiments.ts'
import type { FlagInList } from '../../api/flags.ts'
import type { Metric } from '../../api/metrics.ts'
import type { Axis } from '../../features/experiments/axis.ts'
import { Forest } from '../../features/experiments/forest.tsx'
import { sayRule } from '../../features/experiments/rule-name.ts'
import { sayWhen, stateOf, states } from '../../features/experiments/state.ts'
import { verdictOf } from '../../features/experiments/verdict.tsx'
import { sayLifts } from '../../format/lift.ts'
import { count } from '../../format/number.ts'
import { Pennant } from '../../ui/pennants/pennant.tsx'
import { pennantState } from '../../ui/pennants/pennant-state.ts'
import { sayState } from '../../ui/pennants/pennant-words.ts'
import { Tag } from '../../ui/tag.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useWasSeen } from '../../ui/use-was-seen.ts'
import { leadingOf } from './leading-of.ts'
import { WhatNext } from './what-next.tsx'

type ExperimentRowProps = {
  at: number
  /** That of the whole list. */
  axis: Axis
  experiment: Experiment
  /** Absent until they are loaded. */
  flag: FlagInList | undefined
  environment: Environment | undefined
  metric: Metric | undefined
}

export const ExperimentRow = ({ at, axis, experiment, flag, environment, metric }: ExperimentRowProps) => {
  const now = useNow()
  const row = useRef<HTMLTableRowElement>(null)
  // Results take a request.
  const wasSeen = useWasSeen(row)
  const { data: results } = useResults(experiment, wasSeen)
  const { id, projectId, name, flagKey, startedAt } = experiment
  const state = states[stateOf(experiment)]
  return (
    <tr ref={row} data-index={at}>
      <td className="flag-state">{environment && <FlagState flag={flag} environment={environment} />}</td>
      <td className="name">
        <Link to="/projects/$projectId/experiments/$experimentId" params={{ projectId, experimentId: id }}>
          <bdi>{name}</bdi>
        </Link>
        <small>
          <bdi>{flag?.name ?? flagKey}</bdi>, <bdi>{sayRule(flag, experiment)}</bdi>
        </small>
      </td>
      <td className="state">
        <Tag {...(state.look && { kind: state.look })}>{state.name}</Tag>
        <small>{sayWhen(experiment, now)}</small>
      </td>
      <PrimaryMetric experiment={experiment} results={results} metric={metric} axis={axis} />
      <td className="counted num">
        {results ? count(sum(results)) : startedAt === null ? <span className="text-ink-3">–</span> : null}
      </td>
      <td className="next">
        <WhatNext experiment={experiment} results={results} metric={wasSeen ? metric : undefined} />
      </td>
    </tr>
  )
}

const sum = ({ units }: Results): number => Object.values(units).reduce((total, { matured }) => total + matured, 0)

const FlagState = ({ flag, environment }: { flag: FlagInList | undefined; environment: Environment }) => {
  const state = pennantState(flag?.versions[environment.id]?.config)
  return (
    <Pennant
      environment={environment}
      state={state}
      line
      archived={flag?.archivedAt !== null && flag !== undefined}
      label={`${environment.name}: ${sayState(state)}`}
    />
  )
}

type PrimaryProps = { experiment: Experiment; results: Results | undefined; metric: Metric | undefined; axis: Axis }

/** The variant that says most, and its interval, in words and drawn. */
const PrimaryMetric = ({ experiment, results, metric, axis }: PrimaryProps) => {
  const leading = results && leadingOf(experiment, results)
  const lift = leading?.result.lift
  const { startedAt } = experiment
  return (
    <>
      <td className="primary-metric">
        <bdi>{metric?.name ?? experiment.primary}</bdi>
        <small className="num">
          {leading && lift ? (
            <>
              <code>{leading.variant}</code> {sayLifts(lift)}
            </>
          ) : startedAt === null ? (
            'nothing counted yet'
          ) : (
            'nothing to tell yet'
          )}
        </small>
      </td>
      <td className="plot">
        {leading && lift && <Forest axis={axis} lift={lift} look={verdictOf(leading.result).look} height={36} />}
      </td>
    </>
  )
}
