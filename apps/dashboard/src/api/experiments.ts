import type { ExperimentStatus } from '@bunting/contract'
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { auditKeys } from './audit-log.ts'
import { useChange } from './core/change.ts'
import { api } from './core/client.ts'
import { pages, useEveryPage } from './core/every-page.ts'
import { type FlagRef, flagVersionKeys } from './flag-versions.ts'
import { thenReadAgain } from './flags.ts'
import { proposalKeys } from './proposals.ts'
import { waitingKeys } from './waiting.ts'

export const experimentKeys = {
  all: (projectId: string) => ['experiments', projectId],
  list: (projectId: string, status?: ExperimentStatus) => ['experiments', projectId, 'list', status],
  flag: ({ projectId, envId, flagKey }: FlagRef) => ['experiments', projectId, 'flag', envId, flagKey],
  one: (projectId: string, experimentId: string) => ['experiments', projectId, 'one', experimentId],
  results: (projectId: string, experimentId: string) => ['experiments', projectId, 'results', experimentId],
  days: (projectId: string, experimentId: string, metric: string) => [
    'experiments',
    projectId,
    'days',
    experimentId,
    metric,
  ],
}

export type Experiment = Awaited<ReturnType<typeof api.getExperiment>>
export type Results = Awaited<ReturnType<typeof api.getExperimentResults>>
export type MetricResult = Results['metrics'][number]
export type VariantResult = MetricResult['variants'][string]
export type ResultDay = Awaited<ReturnType<typeof api.listExperimentDays>>['items'][number]

/** Every experiment of the project, newest first. */
export const useExperiments = (projectId: string, status?: ExperimentStatus) =>
  useEveryPage(
    pages(experimentKeys.list(projectId, status), (query) =>
      api.listProjectExperiments({ params: { projectId }, query: { ...query, status } }),
    ),
  )

/** Those of a flag in one environment that run. There is one at most. */
export const useRunningExperiments = (flagRef: FlagRef) =>
  useEveryPage(
    pages(experimentKeys.flag(flagRef), (query) =>
      api.listFlagExperiments({ params: flagRef, query: { ...query, status: 'running' } }),
    ),
  )

export const useExperiment = (projectId: string, experimentId: string | undefined) =>
  useQuery(
    queryOptions({
      queryKey: experimentKeys.one(projectId, experimentId ?? ''),
      queryFn: () => api.getExperiment({ params: { experimentId: experimentId ?? '' } }),
      enabled: experimentId !== undefined,
    }),
  )

/** Units are counted all the time, and no change tells of it. */
const countedMs = 10_000

type ResultsOf = Pick<Experiment, 'id' | 'projectId' | 'startedAt' | 'status'>

/** Read again as long as units are counted and they are shown. Nothing is asked of one that never started. */
export const useResults = ({ id, projectId, startedAt, status }: ResultsOf, isNeeded = true) =>
  useQuery({
    queryKey: experimentKeys.results(projectId, id),
    queryFn: () => api.getExperimentResults({ params: { experimentId: id } }),
    enabled: isNeeded && startedAt !== null,
    refetchInterval: ({ state }) => (status === 'running' || state.data?.isFinal === false ? countedMs : false),
  })

/** The results that were read already, by whichever part of a page, in the order of the experiments. */
export const useKnownResults = (
  projectId: string,
  experiments: readonly Pick<Experiment, 'id'>[],
): readonly (Results | undefined)[] =>
  useQueries({
    queries: experiments.map(({ id }) => ({
      queryKey: experimentKeys.results(projectId, id),
      queryFn: () => api.getExperimentResults({ params: { experimentId: id } }),
      enabled: false,
    })),
    combine: (all) => all.map(({ data }) => data),
  })

/** Of one metric, each day with all units of the days before. */
export const useResultDays = (projectId: string, experimentId: string, metric: string) =>
  useQuery({
    queryKey: experimentKeys.days(projectId, experimentId, metric),
    queryFn: async () => (await api.listExperimentDays({ params: { experimentId }, query: { metric } })).items,
  })

const touched = (projectId: string) => [
  experimentKeys.all(projectId),
  proposalKeys.all(projectId),
  waitingKeys.all,
  auditKeys.all(projectId),
]

export type NewExperiment = Parameters<typeof api.createExperiment>[0]['body']

export const useCreateExperiment = (projectId: string) =>
  useChange({
    run: ({ envId, flagKey, body }: Omit<FlagRef, 'projectId'> & { body: NewExperiment }) =>
      api.createExperiment({ params: { projectId, envId, flagKey }, body }),
    touches: () => touched(projectId),
  })

type ExperimentChange = { experimentId: string } & Parameters<typeof api.updateExperiment>[0]['body']

/** Of a draft everything; of one that runs its name, its hypothesis, and further secondary metrics. */
export const useUpdateExperiment = (projectId: string, failed?: string) =>
  useChange({
    run: ({ experimentId, ...body }: ExperimentChange) => api.updateExperiment({ params: { experimentId }, body }),
    touches: () => touched(projectId),
    ...(failed !== undefined && { failed }),
  })

/** In a protected environment one whose guardrails act comes back as pending, with its proposal. */
export const useStartExperiment = (projectId: string) =>
  useChange({
    run: (experimentId: string): Promise<Experiment> => api.startExperiment({ params: { experimentId } }),
    touches: () => touched(projectId),
    failed: 'Not started',
  })

export const useStopExperiment = (projectId: string) =>
  useChange({
    run: ({ experimentId, note }: { experimentId: string; note?: string }): Promise<Experiment> =>
      api.stopExperiment({ params: { experimentId }, body: note === undefined ? {} : { note } }),
    touches: () => touched(projectId),
    failed: 'Not stopped',
  })

type Shipment = { variant: string; to: 'rule' | 'everyone'; comment?: string }

/** In a protected environment it is a proposal: the experiment comes back as it runs on, with `shipping`. */
export const useShipExperiment = ({ id, projectId, flagKey }: Pick<Experiment, 'id' | 'projectId' | 'flagKey'>) =>
  useChange({
    run: (body: Shipment): Promise<Experiment> =>
      thenReadAgain(projectId, flagKey, api.shipExperiment({ params: { experimentId: id }, body })),
    touches: () => [...touched(projectId), flagVersionKeys.inProject(projectId)],
    failed: 'Not shipped',
  })
