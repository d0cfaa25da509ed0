import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { useEnvironments } from '../../api/environments.ts'
import { type Experiment, useExperiments } from '../../api/experiments.ts'
import { useMetrics } from '../../api/metrics.ts'
import { stateOf, stateRank, states } from '../../features/experiments/state.ts'
import { useBecauseExperiment } from '../../features/experiments/use-because-experiment.ts'
import { stepRow } from '../../features/flags/step-row.ts'
import { Page } from '../../features/page/page.tsx'
import { ProjectName } from '../../features/page/project-name.tsx'
import { hasWords, searchText, wordsOf } from '../../format/find-words.ts'
import { count } from '../../format/number.ts'
import { Empty } from '../../ui/blank.tsx'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { SearchInput } from '../../ui/controls/field.tsx'
import { Pick } from '../../ui/controls/pick.tsx'
import { Segments } from '../../ui/controls/segments.tsx'
import { useTyped } from '../../ui/controls/use-typed.ts'
import { Failed } from '../../ui/failed.tsx'
import { useKeys } from '../../ui/use-keys.ts'
import '../../features/flags/flags.css'
import './experiments.css'
import { ExperimentTable } from './experiment-table.tsx'
import { FirstRun } from './first-run.tsx'

const from = '/projects/$projectId/experiments'

type State = ReturnType<typeof stateOf>
type Show = State | 'all'
const order = ['draft', 'pending', 'running', 'stopped', 'shipped'] as const satisfies readonly State[]
const showOf = (text: string | undefined): Show => order.find((state) => state === text) ?? 'all'

export const ExperimentsPage = () => {
  const { projectId } = useParams({ from })
  const search = useSearch({ from })
  const navigate = useNavigate({ from })
  const { items, isComplete, error, refetch } = useExperiments(projectId)
  const metrics = useMetrics(projectId)
  const environments = useEnvironments(projectId)
  const because = useBecauseExperiment()
  const field = useRef<HTMLInputElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const set = (change: Search) =>
    navigate({ search: (now) => withoutGaps({ ...now, ...change }), replace: true, resetScroll: false })
  const { text, setText, writeText } = useTyped(search.q, (q) => void set({ q }))
  const show = showOf(search.show)
  const environmentId = environments.find(({ slug }) => slug === search.env)?.id
  const wanted = items?.filter(
    (one) =>
      (environmentId === undefined || one.environmentId === environmentId) &&
      (search.metric === undefined || metricKeysOf(one).includes(search.metric)),
  )
  const shown = wanted && chosen(wanted, show, text)
  const isFirstRun = items?.length === 0 && isComplete
  const makeOne = () => void navigate({ to: '/projects/$projectId/experiments/new', params: { projectId } })
  useKeys({
    '/': ['Filter the experiments', () => field.current?.focus()],
    j: ['Next experiment', () => stepRow(body.current, 1)],
    k: ['Experiment before', () => stepRow(body.current, -1)],
    ...(because === undefined && { n: ['New experiment', makeOne] as const }),
  })
  const newButton = (
    <Button kind="primary" because={because} title="n" aria-keyshortcuts="n" onClick={makeOne}>
      <Plus size={16} strokeWidth={1.5} aria-hidden />
      New experiment
    </Button>
  )
  return (
    <Page
      title="Experiments"
      parent={<ProjectName />}
      lede="Which variant does more of what you want, decided right whenever you look."
      actions={
        <>
          <Link to="/projects/$projectId/metrics" params={{ projectId }} className={buttonClass({})}>
            Metrics {metrics.isComplete && <span className="num text-ink-3">{count(metrics.items?.length ?? 0)}</span>}
          </Link>
          {items && !isFirstRun && newButton}
        </>
      }
    >
      {error && !items && <Failed title="The experiments did not load" error={error} onRetry={() => void refetch()} />}
      {isFirstRun && <FirstRun projectId={projectId}>{newButton}</FirstRun>}
      {items && items.length > 0 && (
        <>
          <search className="filters" aria-label="Experiments">
            <SearchInput
              ref={field}
              label="Filter by any words"
              keys="/"
              aria-keyshortcuts="/"
              value={text}
              onChange={(event) => setText(event.target.value)}
              onBlur={writeText}
              onKeyDown={(event: KeyboardEvent) => event.key === 'Escape' && setText('')}
            />
            <Segments<Show>
              label="Which experiments"
              value={show}
              onChange={(next) => void set({ show: next === 'all' ? undefined : next })}
              options={[
                { value: 'all', label: 'All', ...(isComplete && { count: wanted?.length ?? 0 }) },
                ...order.map((state) => ({
                  value: state,
                  label: states[state].name,
                  ...(isComplete && { count: wanted?.filter((one) => stateOf(one) === state).length ?? 0 }),
                })),
              ]}
            />
            <Pick
              label="Environment"
              value={search.env}
              onChange={(env) => void set({ env })}
              options={environments.map(({ slug, name }) => ({ value: slug, label: name }))}
            />
            <Pick
              label="Metric"
              value={search.metric}
              onChange={(metric) => void set({ metric })}
              options={(metrics.items ?? []).map(({ key, name }) => ({ value: key, label: name }))}
            />
          </search>
          {shown && shown.length > 0 ? (
            <ExperimentTable projectId={projectId} experiments={shown} metrics={metrics.items ?? []} body={body} />
          ) : (
            <Empty
              title="No experiment matches"
              actions={
                <Button
                  onClick={() => {
                    setText('')
                    void set({ q: undefined, show: undefined, env: undefined, metric: undefined })
                  }}
                >
                  Clear filters
                </Button>
              }
            >
              Names, flags, metrics and what was expected were looked through.
            </Empty>
          )}
          <p role="status" className="sr-only">
            {count(shown?.length ?? 0)} of {count(items.length)}
          </p>
        </>
      )}
    </Page>
  )
}

type Search = { [name in 'q' | 'show' | 'env' | 'metric']?: string | undefined }

/** Every metric that an experiment counts, in whatever part. */
const metricKeysOf = ({ primary, secondary, guardrails }: Experiment): string[] => [
  primary,
  ...secondary,
  ...guardrails.map(({ metric }) => metric),
]

const withoutGaps = (search: Search) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as Record<string, string>

/** What runs comes first; within a state the newest. */
const chosen = (experiments: readonly Experiment[], show: Show, text: string): Experiment[] =>
  experiments
    .filter((experiment) => show === 'all' || stateOf(experiment) === show)
    .filter(({ name, flagKey, hypothesis, primary }) =>
      hasWords(searchText([name, flagKey, hypothesis, primary]), wordsOf(text)),
    )
    .toSorted((one, other) => stateRank[stateOf(one)] - stateRank[stateOf(other)])
