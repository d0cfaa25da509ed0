import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { syncWarning } from '../schemas/common.ts'
import { page, paging } from '../schemas/paging.ts'
import { proposedChangeSchema } from '../schemas/proposal.ts'
import { scheduleBody, scheduleSchema, scheduleStatusSchema } from '../schemas/schedule.ts'

const tag = 'Schedules'

export const createSchedule = endpoint({
  method: 'POST',
  path: '/v1/projects/{projectId}/environments/{envId}/flags/{flagKey}/schedules',
  tag,
  summary: 'Schedule changes of a config',
  description:
    'Each step appends a version within 2 s of its time. Steps that are overdue together become one version. A change by hand pauses it. In a protected environment it is a proposal (202): its approval starts it, and consents to every step and to a rollback. Needs the Pro or Enterprise plan; guardrails, and schedules in protected environments, the Enterprise plan.',
  access: 'edit',
  body: scheduleBody,
  answers: { 201: scheduleSchema, 202: scheduleSchema },
  errors: ['UPGRADE_REQUIRED', 'CONFLICT', 'PROPOSAL_ALREADY_PENDING', 'SERVICE_UNAVAILABLE'],
})

export const listFlagSchedules = endpoint({
  method: 'GET',
  path: '/v1/projects/{projectId}/environments/{envId}/flags/{flagKey}/schedules',
  tag,
  summary: 'List the schedules of a flag in an environment',
  access: 'read',
  query: z.object(paging),
  answers: { 200: page(scheduleSchema) },
})

export const listFlagSchedulesEverywhere = endpoint({
  method: 'GET',
  path: '/v1/projects/{projectId}/flags/{flagKey}/schedules',
  tag,
  summary: 'List the schedules of a flag in every environment',
  access: 'read',
  query: z.object({ status: scheduleStatusSchema.optional(), ...paging }),
  answers: { 200: page(scheduleSchema) },
})

export const listProjectSchedules = endpoint({
  method: 'GET',
  path: '/v1/projects/{projectId}/schedules',
  tag,
  summary: 'List the schedules of a project',
  access: 'read',
  query: z.object({ status: scheduleStatusSchema.optional(), ...paging }),
  answers: { 200: page(scheduleSchema) },
})

export const getSchedule = endpoint({
  method: 'GET',
  path: '/v1/schedules/{scheduleId}',
  tag,
  summary: 'Read a schedule',
  access: 'read',
  answers: { 200: scheduleSchema },
})

export const pauseSchedule = endpoint({
  method: 'POST',
  path: '/v1/schedules/{scheduleId}/pause',
  tag,
  summary: 'Pause a schedule',
  access: 'edit',
  answers: { 200: scheduleSchema },
  errors: ['CONFLICT'],
})

export const resumeSchedule = endpoint({
  method: 'POST',
  path: '/v1/schedules/{scheduleId}/resume',
  tag,
  summary: 'Resume a schedule',
  description:
    'Steps whose time has passed meanwhile become one version; the others keep their times. In a protected environment it is a 409 where the config changed since: cancel it, and propose another. In a strict one it is a proposal (202) where a step’s time has passed meanwhile.',
  access: 'edit',
  answers: { 200: scheduleSchema, 202: proposedChangeSchema },
  errors: ['UPGRADE_REQUIRED', 'PROPOSAL_ALREADY_PENDING', 'CONFLICT'],
})

export const cancelSchedule = endpoint({
  method: 'POST',
  path: '/v1/schedules/{scheduleId}/cancel',
  tag,
  summary: 'Cancel a schedule',
  description: 'The config stays as it is. Of one that waits for its approval, the proposal is rejected.',
  access: 'edit',
  answers: { 200: scheduleSchema },
  errors: ['CONFLICT'],
})

export const rollBackSchedule = endpoint({
  method: 'POST',
  path: '/v1/schedules/{scheduleId}/rollback',
  tag,
  summary: 'Roll a schedule back',
  description:
    'The config from before its first step becomes a new version, and the schedule is cancelled; where no step has run, it is just cancelled. In a protected environment its approval consented to that, and it is a 409 where the config changed since.',
  access: 'edit',
  answers: { 200: scheduleSchema, 207: scheduleSchema.extend({ syncWarning }) },
  errors: ['CONFLICT'],
})
