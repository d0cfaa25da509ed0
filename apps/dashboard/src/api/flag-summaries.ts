import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { batched } from './core/batch.ts'
import { api } from './core/client.ts'
import { pages, useEveryPage } from './core/every-page.ts'

/** Most figures are made nightly, so they stay fresh; those of the last hour need the shorter interval. */
const freshMs = 5 * 60_000
const liveMs = 60_000

export const summaryKeys = {
  all: (projectId: string) => ['summaries', projectId],
  one: (projectId: string, flagKey: string) => ['summaries', projectId, flagKey],
}

export type FlagSummary = Awaited<ReturnType<typeof api.listFlagSummaries>>['items'][number]

const loaders = new Map<string, (flagKey: string) => Promise<FlagSummary | null>>()

const loaderFor = (projectId: string) => {
  const known = loaders.get(projectId)
  if (known) return known
  const made = batched<FlagSummary>(
    async (keys) => (await api.listFlagSummaries({ params: { projectId }, query: { keys: keys.join(',') } })).items,
    ({ key }) => key,
  )
  loaders.set(projectId, made)
  return made
}

const summaryQuery = (projectId: string, flagKey: string) =>
  queryOptions({
    queryKey: summaryKeys.one(projectId, flagKey),
    queryFn: () => loaderFor(projectId)(flagKey),
    staleTime: freshMs,
    refetchInterval: liveMs,
  })

/** The figures beside a flag in a table, loaded when its row comes into view. Rows that appear together share a request. */
export const useFlagSummary = (projectId: string, flagKey: string, inView: boolean): FlagSummary | undefined =>
  useQuery({ ...summaryQuery(projectId, flagKey), enabled: inView }).data ?? undefined

/** How many of these flags were evaluated in the last 24 hours. */
export const useAskedToday = (projectId: string, flagKeys: readonly string[]): number =>
  useQueries({
    queries: flagKeys.map((flagKey) => summaryQuery(projectId, flagKey)),
    combine: (results) => results.filter(({ data }) => data && data.lastEvaluatedAt !== null).length,
  })

/** The number of lines of code that name each of these flags, by key, if code was scanned. */
export const useCodeCounts = (projectId: string, flagKeys: readonly string[]): Readonly<Record<string, number>> =>
  useQueries({
    queries: flagKeys.map((flagKey) => summaryQuery(projectId, flagKey)),
    combine: (results) =>
      Object.fromEntries(
        results.flatMap(({ data }) => (data?.codeReferences ? [[data.key, data.codeReferences]] : [])),
      ),
  })

const staleFlagsQuery = (projectId: string) =>
  pages([...summaryKeys.all(projectId), 'stale'], (query) => api.listStaleFlags({ params: { projectId }, query }))

/** Every stale flag; loaded only while the list is filtered by it. */
export const useStaleFlags = (projectId: string, wanted: boolean) =>
  useEveryPage({ ...staleFlagsQuery(projectId), staleTime: freshMs, enabled: wanted })
