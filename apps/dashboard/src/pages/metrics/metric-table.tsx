import type { Environment } from '@bunting/contract'
import { Link } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { useRef, useState } from 'react'
import { useExperiments } from '../../api/experiments.ts'
import { type Metric, useLastDays, useMetricDays, useSeenEvents, useUpdateMetric } from '../../api/metrics.ts'
import { useBecause } from '../../api/session.ts'
import { CheckMetric } from '../../features/experiments/check-metric.tsx'
import { directionNames, kindNames, sayMetric } from '../../features/experiments/metric-words.ts'
import { sayMean } from '../../format/lift.ts'
import { count, plural, short } from '../../format/number.ts'
import { classes } from '../../ui/classes.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { Table } from '../../ui/table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Time } from '../../ui/time.tsx'
import { useWasSeen } from '../../ui/use-was-seen.ts'
import { EditMetric } from './edit-metric.tsx'

type MetricTableProps = { projectId: string; environment: Environment; metrics: readonly Metric[] }

export const MetricTable = ({ projectId, environment, metrics }: MetricTableProps) => {
  const { data: events } = useSeenEvents(projectId, environment.id)
  const { items: experiments } = useExperiments(projectId)
  const usesOf = (key: string): number | undefined =>
    experiments?.filter(({ primary, secondary, guardrails }) =>
      [primary, ...secondary, ...guardrails.map(({ metric }) => metric)].includes(key),
    ).length
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
          'Used by',
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
            uses={usesOf(metric.key)}
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
  /** How many experiments count it; absent until they are loaded. */
  uses: number | undefined
  lastSeenAt: string | undefined
}

const MetricRow = ({ projectId, environment, metric, uses, lastSeenAt }: MetricRowProps) => {
  const row = useRef<HTMLTableRowElement>(null)
  const wasSeen = useWasSeen(row)
  const isArchived = metric.archivedAt !== null
  const because = useBecause('editor')
  const update = useUpdateMetric(projectId, 'Not saved')
  const [isEditing, setEditing] = useState(false)
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
      <td className="counts text-ink-2">
        {sayMetric(metric)}
        <small>
          {kindNames[metric.kind]}, {directionNames[metric.direction]}
          {metric.source === 'server' && ', from server keys alone'}
        </small>
      </td>
      <td className="text-ink-2">
        {uses === 0 && <span className="text-ink-3">none</span>}
        {uses !== undefined && uses > 0 && (
          <Link
            className="link"
            to="/projects/$projectId/experiments"
            params={{ projectId }}
            search={{ metric: metric.key }}
          >
            {plural(uses, 'experiment')}
          </Link>
        )}
      </td>
      <td className="text-ink-2">
        {lastSeenAt === undefined ? <span className="text-ink-3">none today</span> : <Time at={lastSeenAt} />}
      </td>
      <td>
        <span className="buttons">
          {!isArchived && <CheckMetric projectId={projectId} environment={environment} metric={metric} />}
          <Menu
            align="end"
            trigger={
              <IconButton name={`More for ${metric.name}`}>
                <Ellipsis size={16} strokeWidth={1.5} aria-hidden />
              </IconButton>
            }
          >
            <MenuItem because={because} onSelect={() => setEditing(true)}>
              Edit name and description
            </MenuItem>
            <MenuItem
              because={because}
              onSelect={() => update.mutate({ metricKey: metric.key, archived: !isArchived })}
            >
              {isArchived ? 'Bring it back' : 'Archive'}
            </MenuItem>
          </Menu>
        </span>
        {isEditing && <EditMetric projectId={projectId} metric={metric} onClose={() => setEditing(false)} />}
      </td>
    </tr>
  )
}

type LastDaysProps = Omit<MetricRowProps, 'lastSeenAt' | 'uses'>

/** How many events came, day by day; what a unit was worth; and how many units there were. */
const LastDays = ({ projectId, environment, metric }: LastDaysProps) => {
  const { data, error } = useLastDays(projectId, environment.id, metric.key)
  return (
    <>
      <td className="num last-days">
        <EventDays projectId={projectId} environment={environment} metric={metric} />
        {error && <span className="text-ink-3">no units</span>}
        {data && (
          <span>
            {sayMean(metric.kind, data.baseline)}
            {metric.kind !== 'ratio' && (
              <small className="text-ink-3">{metric.kind === 'conversion' ? ' of units' : ' a unit'}</small>
            )}
          </span>
        )}
      </td>
      <td className="num" {...(data && { title: `${plural(data.units, 'unit')}, ${count(data.unitsPerDay)} a day` })}>
        {data && short(data.units)}
      </td>
    </>
  )
}

const EventDays = ({ projectId, environment, metric }: LastDaysProps) => {
  const { data: days } = useMetricDays(projectId, environment.id, metric.key)
  const total = days?.reduce((sum, { events }) => sum + events, 0)
  if (!days || total === undefined) return null
  return (
    <span title={`${plural(total, 'event')} in 14 days`}>
      <Sparkline days={days.map(({ events }) => events)} />
      <span className="sr-only">{plural(total, 'event')}, </span>
    </span>
  )
}
