import type { Environment } from '@bunting/contract'
import { useRef } from 'react'
import { type Metric, useLastDays, useSeenEvents, useUpdateMetric } from '../../api/metrics.ts'
import { useBecause } from '../../api/session.ts'
import { directionNames, kindNames, sayMetric } from '../../features/experiments/metric-words.ts'
import { sayMean } from '../../format/lift.ts'
import { count, plural, short } from '../../format/number.ts'
import { classes } from '../../ui/classes.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Table } from '../../ui/table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Time } from '../../ui/time.tsx'
import { useWasSeen } from '../../ui/use-was-seen.ts'
import { CheckMetric } from './check-metric.tsx'

type MetricTableProps = { projectId: string; environment: Environment; metrics: readonly Metric[] }

export const MetricTable = ({ projectId, environment, metrics }: MetricTableProps) => {
  const { data: events } = useSeenEvents(projectId, environment.id)
  const sorted = metrics.toSorted((one, other) => Number(one.archivedAt !== null) - Number(other.archivedAt !== null))
  return (
    <div className="metric-table">
      <Table
        label="Metrics"
        heads={[
          'Metric',
          'Last 14 days',
          'Units',
          'Counts',
          'Kind',
          'Last event',
          <span key="do" className="sr-only">
            Actions
          </span>,
        ]}
      >
        {sorted.map((metric) => (
          <MetricRow
            key={metric.id}
            projectId={projectId}
            environment={environment}
            metric={metric}
            lastSeenAt={events?.find(({ name }) => name === metric.event)?.lastSeenAt}
          />
        ))}
      </Table>
    </div>
  )
}

type MetricRowProps = {
  projectId: string
  environment: Environment
  metric: Metric
  lastSeenAt: string | undefined
}

const MetricRow = ({ projectId, environment, metric, lastSeenAt }: MetricRowProps) => {
  const row = useRef<HTMLTableRowElement>(null)
  const wasSeen = useWasSeen(row)
  const isArchived = metric.archivedAt !== null
  const because = useBecause('editor')
  const update = useUpdateMetric(projectId)
  return (
    <tr ref={row} className={classes(isArchived && 'gone')}>
      <td className="desc">
        <bdi>{metric.name}</bdi> <code>{metric.key}</code> {isArchived && <Tag kind="warn">archived</Tag>}
        {metric.description !== null && (
          <small>
            <bdi>{metric.description}</bdi>
          </small>
        )}
      </td>
      {wasSeen && !isArchived ? (
        <LastDays projectId={projectId} environment={environment} metric={metric} />
      ) : (
        <td colSpan={2} />
      )}
      <td className="text-ink-2">{sayMetric(metric)}</td>
      <td className="text-ink-2">
        {kindNames[metric.kind]}, {directionNames[metric.direction]}
      </td>
      <td className="text-ink-2">
        {lastSeenAt === undefined ? <span className="text-ink-3">none today</span> : <Time at={lastSeenAt} />}
      </td>
      <td>
        <span className="buttons">
          {!isArchived && <CheckMetric projectId={projectId} environment={environment} metric={metric} />}
          <Button
            size="sm"
            kind="ghost"
            because={because}
            busy={update.isPending}
            onClick={() => update.mutate({ metricKey: metric.key, archived: !isArchived })}
          >
            {isArchived ? 'Bring it back' : 'Archive'}
            <span className="sr-only"> {metric.name}</span>
          </Button>
        </span>
      </td>
    </tr>
  )
}

const LastDays = ({ projectId, environment, metric }: Omit<MetricRowProps, 'lastSeenAt'>) => {
  const { data, error } = useLastDays(projectId, environment.id, metric.key)
  if (error) {
    return (
      <td colSpan={2} className="text-ink-3">
        no units
      </td>
    )
  }
  if (!data) return <td colSpan={2} />
  return (
    <>
      <td className="num">
        {sayMean(metric.kind, data.baseline)}
        {metric.kind !== 'ratio' && <small className="text-ink-3"> a unit</small>}
      </td>
      <td className="num" title={`${plural(data.units, 'unit')}, ${count(data.unitsPerDay)} a day`}>
        {short(data.units)}
      </td>
    </>
  )
}
