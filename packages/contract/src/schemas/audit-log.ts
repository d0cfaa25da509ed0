import { z } from 'zod'
import { id, timestamp } from './common.ts'

const actorTypeSchema = z.enum(['api_key', 'user'])
export type ActorType = z.infer<typeof actorTypeSchema>

export const auditActions = [
  'flag.created',
  'flag.updated',
  'flag.version.created',
  'flag.proposal.created',
  'flag.proposal.approved',
  'flag.proposal.rejected',
  'segment.created',
  'segment.updated',
  'segment.version.created',
  'segment.ids.changed',
  'segment.proposal.created',
  'segment.proposal.approved',
  'segment.proposal.rejected',
  'environment.created',
  'environment.updated',
  'environment.proposal.created',
  'environment.proposal.approved',
  'environment.proposal.rejected',
  'project.created',
  'project.updated',
  'view.created',
  'view.deleted',
  'context.created',
  'context.deleted',
  'api_key.created',
  'api_key.rotated',
  'api_key.revoked',
  'member.invited',
  'member.uninvited',
  'member.joined',
  'member.updated',
  'member.removed',
  'session.created',
  'session.ended',
  'session.refused',
  'organization.updated',
  'schedule.created',
  'schedule.started',
  'schedule.paused',
  'schedule.resumed',
  'schedule.completed',
  'schedule.cancelled',
  'schedule.failed',
  'metric.created',
  'metric.updated',
  'experiment.created',
  'experiment.updated',
  'experiment.started',
  'experiment.stopped',
  'experiment.shipped',
  'experiment.guardrail',
  'experiment.verdict',
  'units.forgotten',
  'code_references.updated',
  'webhook.created',
  'webhook.updated',
  'webhook.deleted',
  'webhook.rotated',
  'webhook.disabled',
] as const
export type AuditAction = (typeof auditActions)[number]

export const auditLogEntrySchema = z
  .object({
    id: id('al'),
    orgId: id('org'),
    actorId: z.string(),
    actorType: actorTypeSchema,
    action: z.enum(auditActions),
    resourceType: z.string().meta({ example: 'flag' }),
    resourceId: z.string(),
    meta: z.record(z.string(), z.unknown()).meta({ description: 'What the action did, by action.' }),
    createdAt: timestamp,
  })
  .meta({ id: 'AuditLogEntry' })

export type AuditLogEntry = z.infer<typeof auditLogEntrySchema>

export const actorSchema = z
  .object({ id: z.string(), type: actorTypeSchema, name: z.string() })
  .meta({ id: 'Actor', description: "Who did something, in words: a user's name, a key's description." })
