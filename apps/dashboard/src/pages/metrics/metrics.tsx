import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useCarriedEnvironment } from '../../api/carried-environment.ts'
import { useEnvironments } from '../../api/environments.ts'
import { useMetrics } from '../../api/metrics.ts'
import { useBecause } from '../../api/session.ts'
import { Page } from '../../features/page/page.tsx'
import { Empty } from '../../ui/blank.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Select } from '../../ui/controls/field.tsx'
import { Failed } from '../../ui/failed.tsx'
import './metrics.css'
import { MetricTable } from './metric-table.tsx'
import { NewMetric } from './new-metric.tsx'

const from = '/projects/$projectId/metrics'

/** What can count in experiments, and what it came to in the last 14 days. */
export const MetricsPage = () => {
  const { projectId } = useParams({ from })
  const search = useSearch({ from })
  const navigate = useNavigate({ from })
  const environments = useEnvironments(projectId)
  const environment = useCarriedEnvironment(projectId, search.env)
  const because = useBecause('editor')
  const { items, isComplete, error, refetch } = useMetrics(projectId)
  const set = (change: { env?: string | undefined; new?: string | undefined }) =>
    navigate({ search: (now) => withoutGaps({ ...now, ...change }), replace: true, resetScroll: false })
  const newButton = (
    <Button kind="primary" because={because} onClick={() => void set({ new: 'metric' })}>
      <Plus size={16} strokeWidth={1.5} aria-hidden />
      New metric
    </Button>
  )
  return (
    <Page
      title="Metrics"
      parent={
        <Link to="/projects/$projectId/experiments" params={{ projectId }}>
          Experiments
        </Link>
      }
      lede="What events make of a person: a number that experiments compare. A definition never changes; another one is another metric."
      actions={items?.length !== 0 && newButton}
    >
      {error && !items && <Failed title="The metrics did not load" error={error} onRetry={() => void refetch()} />}
      {items?.length === 0 && isComplete && (
        <Empty title="No metrics yet" actions={newButton}>
          A metric names an event, such as <code>purchase</code>, and says what counts of it: whether it came, how
          often, or what it was worth, within a time after somebody saw a variant. Events are kept from then on.
        </Empty>
      )}
      {items && items.length > 0 && environment && (
        <>
          <label className="in-environment" htmlFor="last-days-in">
            Last 14 days in
            <Select
              id="last-days-in"
              value={environment.slug}
              onChange={(event) => void set({ env: event.target.value })}
            >
              {environments.map(({ id, slug, name }) => (
                <option key={id} value={slug}>
                  {name}
                </option>
              ))}
            </Select>
          </label>
          <MetricTable projectId={projectId} environment={environment} metrics={items} />
        </>
      )}
      {search.new === 'metric' && because === undefined && environment && (
        <NewMetric projectId={projectId} environment={environment} onClose={() => void set({ new: undefined })} />
      )}
    </Page>
  )
}

const withoutGaps = (search: { env?: string | undefined; new?: string | undefined }) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as Record<string, string>
