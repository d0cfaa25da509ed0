import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { api } from './core/client.ts'

/** Figures are made nightly. */
const freshMs = 5 * 60_000

type UsageRef = { projectId: string; flagKey: string; environmentId: string }
type Range = { from?: string; to?: string }

export const usageQuery = ({ projectId, flagKey, environmentId }: UsageRef, range: Range = {}) =>
  queryOptions({
    queryKey: ['usage', projectId, flagKey, environmentId, range],
    queryFn: () => api.getUsage({ params: { projectId, flagKey }, query: { environmentId, rules: 'true', ...range } }),
    staleTime: freshMs,
  })

/** While another range is read, the one before it stays. */
export const useUsage = (usageRef: UsageRef, range?: Range) =>
  useQuery({ ...usageQuery(usageRef, range), placeholderData: keepPreviousData })

/** How soon what apps told of shows. */
const liveMs = 10_000

/** The last 60 minutes, as far as apps told of them, read again as long as they are shown. */
export const useLiveUsage = ({ projectId, flagKey, environmentId }: UsageRef) =>
  useQuery({
    queryKey: ['usage-live', projectId, flagKey, environmentId],
    queryFn: () => api.getLiveUsage({ params: { projectId, flagKey }, query: { environmentId } }),
    refetchInterval: liveMs,
  })
