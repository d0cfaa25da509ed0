import {
  type ActorId,
  type Environment,
  type EnvironmentId,
  type FlagId,
  fail,
  type Guardrail,
  type OrganizationId,
  type ProjectId,
  type ProposalId,
  type ScheduleId,
  type ScheduleStatus,
  type Step as ShownStep,
  type StepChange,
} from '@bunting/contract'
import type { GuardAnswers } from './guardrails.ts'

/** How the reason of one begins that was rolled back. */
export const rolledBackWords = 'It was rolled back'

/** A step with its times in microseconds since 1970. One without `after` was given its time. */
export type Step = {
  /** When it is planned; null before the start, where that depends on it. */
  atUs: number | null
  after?: number
  change: StepChange
  status: ShownStep['status']
  version?: number
  doneUs?: number
}

type Live = Extract<ScheduleStatus, 'pending' | 'running' | 'paused'>
type Ended = Exclude<ScheduleStatus, Live>

type Plan = {
  id: ScheduleId
  orgId: OrganizationId
  projectId: ProjectId
  flagId: FlagId
  environmentId: EnvironmentId
  /** Why it stands as it does. */
  reason: string | null
  steps: readonly Step[]
  guardrails: readonly Guardrail[]
  /** Null before they were asked. */
  guardAnswers: GuardAnswers | null
  comment: string | null
  createdBy: ActorId
  /** The config's version before the first step, which a rollback brings back. */
  baseVersion: number
  /** The newest version that it knows of: any other was made by hand. */
  seenVersion: number
  createdUs: number
  /** There where somebody else had to approve it. */
  proposalId?: ProposalId
}

export type LiveSchedule = Plan & { status: Live; endedUs: null }
export type EndedSchedule = Plan & { status: Ended; endedUs: number }
export type Schedule = LiveSchedule | EndedSchedule

export const isLive = (schedule: Schedule): schedule is LiveSchedule => schedule.endedUs === null

const secondUs = 1_000_000

/** Each step's time: its own, or so many seconds after the one before. Null where the start is not known yet. */
export const planTimes = (
  steps: readonly Pick<Step, 'atUs' | 'after'>[],
  startUs: number | null,
): (number | null)[] => {
  let beforeUs = startUs
  return steps.map(({ atUs, after }) => {
    if (after !== undefined) beforeUs = beforeUs === null ? null : beforeUs + after * secondUs
    else beforeUs = atUs
    return beforeUs
  })
}

/** The steps with their times, as far as they are known. */
export const withTimes = (steps: readonly Step[], startUs: number | null): Step[] => {
  const timesUs = planTimes(steps, startUs)
  return steps.map((step, at) => ({ ...step, atUs: timesUs[at] ?? null }))
}

/** The first step whose time is not after the one before, or after the start; undefined where all are. */
export const firstOutOfOrder = (timesUs: readonly (number | null)[], startUs: number): number | undefined => {
  let beforeUs = startUs
  for (const [at, timeUs] of timesUs.entries()) {
    if (timeUs === null) continue
    if (timeUs <= beforeUs) return at
    beforeUs = timeUs
  }
  return undefined
}

/** The step that comes next; undefined where none is left. */
export const nextStep = ({ steps }: Schedule): Step | undefined => steps.find(({ status }) => status === 'waiting')

/** When there is something to do; undefined where there is nothing. */
export const nextUs = (schedule: Schedule): number | undefined =>
  schedule.status === 'running' ? (nextStep(schedule)?.atUs ?? undefined) : undefined

/** The places of the steps whose time has come, in order. */
export const dueSteps = (schedule: Schedule, nowUs: number): number[] =>
  schedule.status !== 'running'
    ? []
    : schedule.steps.flatMap(({ status, atUs }, at) =>
        status === 'waiting' && atUs !== null && atUs <= nowUs ? [at] : [],
      )

/** Its times are known from here on. `version` is the config's that it starts from. */
export const start = <Of extends Omit<LiveSchedule, 'createdUs'>>(
  schedule: Of,
  startUs: number,
  version: number,
): Of => {
  const steps = withTimes(schedule.steps, startUs)
  return { ...schedule, steps, status: 'running', reason: null, baseVersion: version, seenVersion: version }
}

/** The steps at these places made one version: the last of them did, the others are in it. */
export const stepsDone = (
  schedule: LiveSchedule,
  positions: readonly number[],
  version: number,
  doneUs: number,
): LiveSchedule => {
  const steps = schedule.steps.map((step, at): Step => {
    if (!positions.includes(at)) return step
    return at === positions.at(-1)
      ? { ...step, status: 'done', version, doneUs }
      : { ...step, status: 'folded', doneUs }
  })
  return { ...schedule, steps, reason: null, seenVersion: version }
}

const end = (schedule: LiveSchedule, status: Ended, reason: string | null, endedUs: number): EndedSchedule => ({
  ...schedule,
  status,
  reason,
  endedUs,
})

/** No step is left. */
export const complete = (schedule: LiveSchedule, endedUs: number): EndedSchedule =>
  end(schedule, 'completed', null, endedUs)

export const cancel = (schedule: LiveSchedule, reason: string, endedUs: number): EndedSchedule =>
  end(schedule, 'cancelled', reason, endedUs)

/** The step at this place no longer fits. It changes nothing, and no step after it is run. */
export const failStep = (schedule: LiveSchedule, place: number, reason: string, endedUs: number): EndedSchedule => {
  const steps = schedule.steps.map((step, at): Step => (at === place ? { ...step, status: 'failed' } : step))
  return end({ ...schedule, steps }, 'failed', reason, endedUs)
}

/** What it did cannot be undone. */
export const failRollback = (schedule: LiveSchedule, reason: string, endedUs: number): EndedSchedule =>
  end(schedule, 'failed', reason, endedUs)

export const pause = (schedule: LiveSchedule, reason: string): LiveSchedule => ({
  ...schedule,
  status: 'paused',
  reason,
})

/** It goes on from the config as it is now. Where no step was run, that is also what a rollback brings back. */
export const resume = (schedule: LiveSchedule, version: number): LiveSchedule => ({
  ...schedule,
  status: 'running',
  reason: null,
  guardAnswers: null,
  seenVersion: version,
  baseVersion: schedule.steps.every(({ status }) => status === 'waiting') ? version : schedule.baseVersion,
})

/** Whether a step's time has passed that has not been run. */
export const isLate = ({ steps }: Schedule, nowUs: number): boolean =>
  steps.some(({ status, atUs }) => status === 'waiting' && atUs !== null && atUs <= nowUs)

/** Why a schedule may not go on in an environment, if so: what is protected changes by nobody's word alone. */
export const lackOfConsent = (
  { proposalId }: Schedule,
  { protected: isProtected, slug }: Pick<Environment, 'protected' | 'slug'>,
): string | undefined =>
  isProtected && proposalId === undefined
    ? `The environment ${slug} is protected now, and nobody approved the schedule.`
    : undefined

export const requireRunning = (schedule: Schedule): LiveSchedule =>
  isLive(schedule) && schedule.status === 'running'
    ? schedule
    : fail('CONFLICT', `The schedule is ${schedule.status}: only a running one can be paused.`)

export const requirePaused = (schedule: Schedule): LiveSchedule =>
  isLive(schedule) && schedule.status === 'paused'
    ? schedule
    : fail('CONFLICT', `The schedule is ${schedule.status}: only a paused one can be resumed.`)

export const requireBegun = (schedule: Schedule): LiveSchedule =>
  isLive(schedule) && schedule.status !== 'pending'
    ? schedule
    : fail('CONFLICT', `The schedule is ${schedule.status}: only a running or paused one can be rolled back.`)

export const requireLive = (schedule: Schedule): LiveSchedule =>
  isLive(schedule) ? schedule : fail('CONFLICT', `The schedule is ${schedule.status} already: it cannot be cancelled.`)

/** Whoever approved it approved what it makes of the config that there was. Elsewhere it goes on from whatever there is. */
export const requireResumable = (
  schedule: Schedule,
  environment: Pick<Environment, 'protected' | 'slug'>,
  version: number,
): void => {
  const lack = lackOfConsent(schedule, environment)
  if (lack !== undefined) fail('CONFLICT', `${lack} Cancel it, and make another.`)
  if (environment.protected && version !== schedule.seenVersion) {
    fail(
      'CONFLICT',
      `The config has changed since: it was at version ${schedule.seenVersion}, and is at ${version}. Cancel the schedule, and make another.`,
    )
  }
}
