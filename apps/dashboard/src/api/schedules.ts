import type { ScheduleStatus, StepBody } from '@bunting/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { auditKeys } from './audit-log.ts'
import { useChange } from './core/change.ts'
import { api } from './core/client.ts'
import { pages, useEveryPage, usePages } from './core/every-page.ts'
import { type FlagRef, flagVersionKeys } from './flag-versions.ts'
import { thenReadAgain } from './flags.ts'
import { proposalKeys } from './proposals.ts'

export const scheduleKeys = {
  all: (projectId: string) => ['schedules', projectId],
  list: (projectId: string, status?: ScheduleStatus) => ['schedules', projectId, 'list', status],
  flag: ({ projectId, envId, flagKey }: FlagRef) => ['schedules', projectId, 'flag', envId, flagKey],
  everywhere: (projectId: string, flagKey: string) => ['schedules', projectId, 'everywhere', flagKey],
  one: (projectId: string, scheduleId: string) => ['schedules', projectId, 'one', scheduleId],
}

export type Schedule = Awaited<ReturnType<typeof api.getSchedule>>

/** The poll intervals of guardrails: as the service asks them, and shorter before the first answer. No event reports it. */
const [guardedMs, unaskedMs] = [15_000, 1_000]

const isWatched = ({ status, guardrails }: Schedule): boolean => status === 'running' && guardrails.length > 0

type Read = { state: { data?: { pages: { items: Schedule[] }[] } | undefined } }

const watching = ({ state: { data } }: Read): number | false => {
  const watched = data?.pages.flatMap(({ items }) => items.filter(isWatched)) ?? []
  if (watched.length === 0) return false
  return watched.every(({ guardrailAnswers }) => guardrailAnswers) ? guardedMs : unaskedMs
}

const flagSchedulesQuery = (params: FlagRef) => ({
  ...pages(scheduleKeys.flag(params), (query) => api.listFlagSchedules({ params, query })),
  refetchInterval: watching,
})

/** The schedules of a flag in one environment, newest first. */
export const useFlagSchedules = (flagRef: FlagRef) => usePages(flagSchedulesQuery(flagRef))

/** The schedules of a flag in every environment, newest first. */
export const useFlagSchedulesEverywhere = (projectId: string, flagKey: string) =>
  useEveryPage({
    ...pages(scheduleKeys.everywhere(projectId, flagKey), (query) =>
      api.listFlagSchedulesEverywhere({ params: { projectId, flagKey }, query }),
    ),
    refetchInterval: watching,
  })

const projectSchedulesQuery = (projectId: string, status?: ScheduleStatus) => ({
  ...pages(scheduleKeys.list(projectId, status), (query) =>
    api.listProjectSchedules({ params: { projectId }, query: { ...query, status } }),
  ),
  refetchInterval: watching,
})

/** Every schedule of one status, newest first. */
export const useSchedulesThatAre = (projectId: string, status: ScheduleStatus) =>
  useEveryPage(projectSchedulesQuery(projectId, status))

/** The schedules of any status, newest first. */
export const useSchedules = (projectId: string) => usePages(projectSchedulesQuery(projectId))

const scheduleQuery = (projectId: string, scheduleId: string) =>
  queryOptions({
    queryKey: scheduleKeys.one(projectId, scheduleId),
    queryFn: () => api.getSchedule({ params: { scheduleId } }),
  })

/** One schedule; not loaded without an id. */
export const useSchedule = (projectId: string, scheduleId: string | undefined) =>
  useQuery({ ...scheduleQuery(projectId, scheduleId ?? ''), enabled: scheduleId !== undefined })

const touched = (projectId: string) => [
  scheduleKeys.all(projectId),
  proposalKeys.all(projectId),
  auditKeys.all(projectId),
]

type Guardrails = NonNullable<Parameters<typeof api.createSchedule>[0]['body']['guardrails']>
type NewSchedule = { steps: StepBody[]; guardrails: Guardrails; comment?: string }

/** In a protected environment, the new schedule is pending and has a proposal. */
export const useCreateSchedule = (flagRef: FlagRef) =>
  useChange({
    run: (body: NewSchedule) => api.createSchedule({ params: flagRef, body }),
    touches: () => touched(flagRef.projectId),
  })

const ways = {
  pause: { run: api.pauseSchedule, failed: 'Not paused' },
  resume: { run: api.resumeSchedule, failed: 'Not resumed' },
  cancel: { run: api.cancelSchedule, failed: 'Not cancelled' },
  rollback: { run: api.rollBackSchedule, failed: 'Not rolled back' },
} as const

type Steered = { projectId: string; flagKey: string | undefined }

/** Pauses, resumes or ends a schedule, or ends it and reverts its changes. */
export const useSteerSchedule = ({ projectId, flagKey }: Steered, way: keyof typeof ways) =>
  useChange({
    run: (scheduleId: string) => {
      const steered: Promise<{ id: string }> = ways[way].run({ params: { scheduleId } })
      return way === 'rollback' && flagKey !== undefined ? thenReadAgain(projectId, flagKey, steered) : steered
    },
    touches: () => [...touched(projectId), ...(way === 'rollback' ? [flagVersionKeys.inProject(projectId)] : [])],
    failed: ways[way].failed,
  })
