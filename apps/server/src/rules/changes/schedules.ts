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

/** The beginning of the reason of every rolled-back schedule. */
export const rolledBackWords = 'It was rolled back'

/** A step, with times in microseconds since 1970. A step without `after` has a fixed time. */
export type Step = {
  /** The planned time; null before the start if it depends on the start. */
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
  /** Why the schedule has its status. */
  reason: string | null
  steps: readonly Step[]
  guardrails: readonly Guardrail[]
  /** Null until the guardrails are first asked. */
  guardAnswers: GuardAnswers | null
  comment: string | null
  createdBy: ActorId
  /** The version of the config before the first step: a rollback restores it. */
  baseVersion: number
  /** The newest version that the schedule knows: any newer one was saved by hand. */
  seenVersion: number
  createdUs: number
  /** The proposal that had to be approved, if any. */
  proposalId?: ProposalId
}

export type LiveSchedule = Plan & { status: Live; endedUs: null }
export type EndedSchedule = Plan & { status: Ended; endedUs: number }
export type Schedule = LiveSchedule | EndedSchedule

export const isLive = (schedule: Schedule): schedule is LiveSchedule => schedule.endedUs === null

const secondUs = 1_000_000

/** The time of each step: fixed, or relative to the step before. Null while the start is unknown. */
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

/** The index of the first step that does not come after the one before it, or after the start; undefined if all do. */
export const firstOutOfOrder = (timesUs: readonly (number | null)[], startUs: number): number | undefined => {
  let beforeUs = startUs
  for (const [at, timeUs] of timesUs.entries()) {
    if (timeUs === null) continue
    if (timeUs <= beforeUs) return at
    beforeUs = timeUs
  }
  return undefined
}

/** The next waiting step, if any. */
export const nextStep = ({ steps }: Schedule): Step | undefined => steps.find(({ status }) => status === 'waiting')

/** The time at which the schedule has to be looked at next, if ever. */
export const nextUs = (schedule: Schedule): number | undefined =>
  schedule.status === 'running' ? (nextStep(schedule)?.atUs ?? undefined) : undefined

/** The indices of the steps that are due, in order. */
export const dueSteps = (schedule: Schedule, nowUs: number): number[] =>
  schedule.status !== 'running'
    ? []
    : schedule.steps.flatMap(({ status, atUs }, at) =>
        status === 'waiting' && atUs !== null && atUs <= nowUs ? [at] : [],
      )

/** Starts the schedule, which fixes all its times. `version` is the config's current version. */
export const start = <Of extends Omit<LiveSchedule, 'createdUs'>>(
  schedule: Of,
  startUs: number,
  version: number,
): Of => {
  const steps = withTimes(schedule.steps, startUs)
  return { ...schedule, steps, status: 'running', reason: null, baseVersion: version, seenVersion: version }
}

/** Marks these steps as run: together they made one version, counted for the last of them. */
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

/** Ends a schedule without waiting steps. */
export const complete = (schedule: LiveSchedule, endedUs: number): EndedSchedule =>
  end(schedule, 'completed', null, endedUs)

export const cancel = (schedule: LiveSchedule, reason: string, endedUs: number): EndedSchedule =>
  end(schedule, 'cancelled', reason, endedUs)

/** Ends the schedule because a step no longer fits the flag. Neither it nor any later step is run. */
export const failStep = (schedule: LiveSchedule, place: number, reason: string, endedUs: number): EndedSchedule => {
  const steps = schedule.steps.map((step, at): Step => (at === place ? { ...step, status: 'failed' } : step))
  return end({ ...schedule, steps }, 'failed', reason, endedUs)
}

/** Ends the schedule because its rollback is impossible. */
export const failRollback = (schedule: LiveSchedule, reason: string, endedUs: number): EndedSchedule =>
  end(schedule, 'failed', reason, endedUs)

export const pause = (schedule: LiveSchedule, reason: string): LiveSchedule => ({
  ...schedule,
  status: 'paused',
  reason,
})

/** Resumes from the current config; if no step was run, a rollback restores that one. */
export const resume = (schedule: LiveSchedule, version: number): LiveSchedule => ({
  ...schedule,
  status: 'running',
  reason: null,
  guardAnswers: null,
  seenVersion: version,
  baseVersion: schedule.steps.every(({ status }) => status === 'waiting') ? version : schedule.baseVersion,
})

/** Tells whether a waiting step is overdue. */
export const isLate = ({ steps }: Schedule, nowUs: number): boolean =>
  steps.some(({ status, atUs }) => status === 'waiting' && atUs !== null && atUs <= nowUs)

/** Why a schedule needs approval before it goes on, if so: nobody changes a protected environment alone. */
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

/** Refuses to resume an approved schedule once the config changed: its approval was for the earlier one. */
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
