import type { AnswerOf, Client, Endpoints } from '@bunting/contract'
import { sameValue } from '@bunting/engine'
import type { Site } from '../../project-file/apply.ts'
import type { Step } from '../../project-file/step.ts'
import { listAll } from '../../server/list-all.ts'
import type { FlagSchedule } from '../converted.ts'

/** A schedule to be created, which replaces those under way. */
export type ScheduleStep = { do: 'schedule'; replaces: string[] } & FlagSchedule

type Schedule = AnswerOf<Endpoints['getSchedule']>

const isUnderWay = ({ status }: Schedule): boolean => ['pending', 'running', 'paused'].includes(status)

const stepsLeft = ({ steps }: Schedule) =>
  steps.flatMap(({ at, change, status }) =>
    status === 'waiting' && at !== null ? [{ at: new Date(at).toISOString(), change }] : [],
  )

/** The schedules that do not exist yet, by their steps. Writing a config pauses its schedule, which is then made anew. */
export const planSchedules = async (
  api: Client,
  { projectId, environmentIds }: Site,
  schedules: readonly FlagSchedule[],
  isThere: (flagKey: string) => boolean,
  steps: readonly Step[],
): Promise<ScheduleStep[]> => {
  const planned: ScheduleStep[] = []
  for (const schedule of schedules) {
    const { flagKey, environment } = schedule
    const envId = environmentIds.get(environment)
    const known =
      envId === undefined || !isThere(flagKey)
        ? []
        : await listAll((query) => api.listFlagSchedules({ params: { projectId, envId, flagKey }, query }))
    const underWay = known.filter(isUnderWay)
    const isWritten = steps.some((step) => 'env' in step && step.env === environment && step.key === flagKey)
    const isSame = underWay.some((each) => each.status !== 'paused' && sameValue(stepsLeft(each), schedule.steps))
    if (isSame && !isWritten) continue
    planned.push({ do: 'schedule', replaces: underWay.map(({ id }) => id), ...schedule })
  }
  return planned
}

export const scheduleText = ({ flagKey, environment, steps }: ScheduleStep): string =>
  `schedule ${flagKey} in ${environment}: ${steps.length} ${steps.length === 1 ? 'step' : 'steps'} from ${steps[0]?.at} on`

/** Creates a schedule, after it has cancelled those it replaces. In a protected environment it becomes a proposal. */
export const applySchedule = async (
  api: Client,
  { projectId, environmentIds }: Site,
  { flagKey, environment, steps, replaces }: ScheduleStep,
  why: { comment?: string },
): Promise<void> => {
  for (const scheduleId of replaces) await api.cancelSchedule({ params: { scheduleId } })
  const envId = environmentIds.get(environment) ?? ''
  await api.createSchedule({ params: { projectId, envId, flagKey }, body: { steps, guardrails: [], ...why } })
}
