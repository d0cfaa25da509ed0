import { useQuery } from '@tanstack/react-query'
import { auditKeys } from './audit-log.ts'
import { useChange } from './core/change.ts'
import { api } from './core/client.ts'
import { pages, useEveryPage } from './core/every-page.ts'

export const metricKeys = {
  all: (projectId: string) => ['metrics', projectId],
  list: (projectId: string) => ['metrics', projectId, 'list'],
  days: (projectId: string, environmentId: string, metric: string) => [
    'metrics',
    projectId,
    'days',
    environmentId,
    metric,
  ],
  plan: (projectId: string, environmentId: string, metric: string) => [
    'metrics',
    projectId,
    'plan',
    environmentId,
    metric,
  ],
}

const metricsQuery = (projectId: string) =>
  pages(metricKeys.list(projectId), (query) => api.listMetrics({ params: { projectId }, query }))

/** Every metric of the project, archived ones too. */
export const useMetrics = (projectId: string) => useEveryPage(metricsQuery(projectId))

export type Metric = NonNullable<ReturnType<typeof useMetrics>['items']>[number]
type NewMetric = Parameters<typeof api.createMetric>[0]['body']

const touched = (projectId: string) => [metricKeys.all(projectId), auditKeys.all(projectId)]

export const useCreateMetric = (projectId: string) =>
  useChange({
    run: (body: NewMetric) => api.createMetric({ params: { projectId }, body }),
    touches: () => touched(projectId),
  })

type MetricChange = { metricKey: string; name?: string; description?: string | null; archived?: boolean }

export const useUpdateMetric = (projectId: string, failed?: string) =>
  useChange({
    run: ({ metricKey, ...body }: MetricChange) => api.updateMetric({ params: { projectId, metricKey }, body }),
    touches: () => touched(projectId),
    ...(failed !== undefined && { failed }),
  })

type Checked = { metricKey: string; environmentId: string; splits: number }

/** Splits the units of the last 14 days by chance, again and again, where nothing differs. */
export const useCheckMetric = (projectId: string) =>
  useChange({
    run: ({ metricKey, ...body }: Checked) => api.checkMetric({ params: { projectId, metricKey }, body }),
    touches: () => [],
  })

/** Figures of units change all the time: how soon they are read again. */
const figuresMs = 60_000

const planQuery = (projectId: string, environmentId: string, metric: string) => ({
  queryKey: metricKeys.plan(projectId, environmentId, metric),
  queryFn: () => api.planExperiment({ params: { projectId }, body: { metric, environmentId } }),
  staleTime: figuresMs,
  // Without units of the last 14 days there is no plan, and asking again changes nothing.
  retry: false,
})

/** What the units of an environment did in the last 14 days, as far as a metric counts it; an error where there are none. */
export const useLastDays = (projectId: string, environmentId: string, metric: string | undefined) =>
  useQuery({ ...planQuery(projectId, environmentId, metric ?? ''), enabled: metric !== undefined })

/** How many events of a metric came on each of the last 14 days, today last. */
export const useMetricDays = (projectId: string, environmentId: string, metricKey: string) =>
  useQuery({
    queryKey: metricKeys.days(projectId, environmentId, metricKey),
    queryFn: async () =>
      (await api.getMetricDays({ params: { projectId, metricKey }, query: { environmentId } })).items,
    staleTime: figuresMs,
    retry: false,
  })

export type LastDays = Awaited<ReturnType<typeof api.planExperiment>>

/** Poll interval of a page that waits for an event. */
const listenMs = 3_000

/** The events of the last 24 hours, read again as long as they are shown. */
export const useSeenEvents = (projectId: string, envId: string | undefined) =>
  useQuery({
    queryKey: ['events', projectId, envId],
    queryFn: async () => (await api.listSeenEvents({ params: { projectId, envId: envId ?? '' } })).items,
    enabled: envId !== undefined,
    refetchInterval: listenMs,
    retry: false,
  })
