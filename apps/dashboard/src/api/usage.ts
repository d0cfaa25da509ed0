import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { api } from './core/client.ts'

/** Figures are made nightly, so they stay fresh for a while. */
const freshMs = 5 * 60_000

type UsageRef = { projectId: string; flagKey: string; environmentId: string }
type Range = { from?: string; to?: string }

export const usageQuery = ({ projectId, flagKey, environmentId }: UsageRef, range: Range = {}) =>
  queryOptions({
    queryKey: ['usage', projectId, flagKey, environmentId, range],
    queryFn: () => api.getUsage({ params: { projectId, flagKey }, query: { environmentId, rules: 'true', ...range } }),
    staleTime: freshMs,
  })

/** The usage in a range. While another range loads, the previous one stays. */
export const useUsage = (usageRef: UsageRef, range?: Range) =>
  useQuery({ ...usageQuery(usageRef, range), placeholderData: keepPreviousData })

/** The poll interval of live usage. */
const liveMs = 10_000

/** The usage reported in the last 60 minutes, polled while it is shown. */
export const useLiveUsage = ({ projectId, flagKey, environmentId }: UsageRef) =>
  useQuery({
    queryKey: ['usage-live', projectId, flagKey, environmentId],
    queryFn: () => api.getLiveUsage({ params: { projectId, flagKey }, query: { environmentId } }),
    refetchInterval: liveMs,
  })
