import { queryOptions, useQuery } from '@tanstack/react-query'
import { auditKeys } from './audit-log.ts'
import { useChange } from './change.ts'
import { api } from './client.ts'
import { pages, usePages } from './every-page.ts'
import type { FlagPlace } from './flag-versions.ts'
import { proposalKeys } from './proposals.ts'

export const scheduleKeys = {
  all: (projectId: string) => ['schedules', projectId],
  flag: ({ projectId, envId, flagKey }: FlagPlace) => ['schedules', projectId, 'flag', envId, flagKey],
  one: (projectId: string, scheduleId: string) => ['schedules', projectId, 'one', scheduleId],
}

const flagSchedulesQuery = (params: FlagPlace) =>
  pages(scheduleKeys.flag(params), (query) => api.listFlagSchedules({ params, query }))

export type Schedule = Awaited<ReturnType<typeof api.getSchedule>>

const isLive = ({ endedAt }: Schedule): boolean => endedAt === null

/** The one that is under way for a flag in an environment, or waits to be: there is one at a time, and it is the newest. */
export const useLiveSchedule = (place: FlagPlace): Schedule | undefined =>
  usePages(flagSchedulesQuery(place)).items?.find(isLive)

const scheduleQuery = (projectId: string, scheduleId: string) =>
  queryOptions({
    queryKey: scheduleKeys.one(projectId, scheduleId),
    queryFn: () => api.getSchedule({ params: { scheduleId } }),
  })

/** Asked for where there is one. */
export const useSchedule = (projectId: string, scheduleId: string | undefined) =>
  useQuery({ ...scheduleQuery(projectId, scheduleId ?? ''), enabled: scheduleId !== undefined })

const steps = {
  pause: { run: api.pauseSchedule, failed: 'Not paused' },
  resume: { run: api.resumeSchedule, failed: 'Not resumed' },
  cancel: { run: api.cancelSchedule, failed: 'Not cancelled' },
} as const

/** Pauses a schedule, or goes on with it, or ends it. Of one that waits for approval the proposal ends too. */
export const useSteerSchedule = (projectId: string, steer: keyof typeof steps) =>
  useChange({
    run: (scheduleId: string) => steps[steer].run({ params: { scheduleId } }),
    touches: () => [scheduleKeys.all(projectId), proposalKeys.all(projectId), auditKeys.all(projectId)],
    failed: steps[steer].failed,
  })
