import type { AuditAction, Flag } from '@bunting/contract'
import type { Schedule } from '../changes/schedules.ts'
import { type AuditDraft, environmentMeta } from './audit.ts'

const entry =
  (action: AuditAction) =>
  (flag: Flag, schedule: Schedule): AuditDraft => ({
    action,
    projectId: schedule.projectId,
    resourceType: 'schedule',
    resourceId: schedule.id,
    meta: {
      flagKey: flag.key,
      ...environmentMeta(schedule.environmentId),
      ...(schedule.reason === null ? {} : { reason: schedule.reason }),
    },
  })

/** The comment is logged with the creation alone: later entries are about the same schedule. */
export const scheduleCreated = (flag: Flag, schedule: Schedule): AuditDraft => {
  const { meta, ...draft } = entry('schedule.created')(flag, schedule)
  return { ...draft, meta: { ...meta, ...(schedule.comment === null ? {} : { comment: schedule.comment }) } }
}

export const scheduleStarted = entry('schedule.started')
export const schedulePaused = entry('schedule.paused')
export const scheduleResumed = entry('schedule.resumed')
export const scheduleCompleted = entry('schedule.completed')
export const scheduleCancelled = entry('schedule.cancelled')
export const scheduleFailed = entry('schedule.failed')
