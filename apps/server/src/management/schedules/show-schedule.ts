import type { GuardrailAnswer, Schedule as ShownSchedule, Step as ShownStep } from '@bunting/contract'
import type { GuardAnswers } from '../../rules/changes/guardrails.ts'
import type { Schedule, Step } from '../../rules/changes/schedules.ts'
import { isoTime } from '../../store/core/list.ts'

const showStep = ({ atUs, doneUs, ...step }: Step): ShownStep => ({
  at: atUs === null ? null : isoTime(atUs),
  ...step,
  ...(doneUs === undefined ? {} : { doneAt: isoTime(doneUs) }),
})

const showAnswers = ({ askedUs, answers }: GuardAnswers): GuardrailAnswer[] =>
  answers.map(({ crossedUs, first, ...answer }) => ({
    askedAt: isoTime(askedUs),
    ...answer,
    ...(crossedUs === undefined ? {} : { crossedSince: isoTime(crossedUs) }),
    ...(first && { first: { askedAt: isoTime(first.askedUs), value: first.value } }),
  }))

/** A schedule in the form of API responses. */
export const showSchedule = (schedule: Schedule): ShownSchedule => ({
  id: schedule.id,
  flagId: schedule.flagId,
  environmentId: schedule.environmentId,
  status: schedule.status,
  reason: schedule.reason,
  steps: schedule.steps.map(showStep),
  guardrails: [...schedule.guardrails],
  ...(schedule.guardAnswers === null ? {} : { guardrailAnswers: showAnswers(schedule.guardAnswers) }),
  comment: schedule.comment,
  createdBy: schedule.createdBy,
  createdAt: isoTime(schedule.createdUs),
  endedAt: schedule.endedUs === null ? null : isoTime(schedule.endedUs),
  ...(schedule.proposalId === undefined ? {} : { proposalId: schedule.proposalId }),
})
