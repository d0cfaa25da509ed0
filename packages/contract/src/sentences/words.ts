import type { AuditAction } from '../schemas/audit-log.ts'
import type { ActionWords } from './action.ts'
import { codeReferencesUpdated } from './code-references.ts'
import { environmentCreated, environmentUpdated, projectCreated, projectUpdated } from './environments.ts'
import {
  experimentCreated,
  experimentGuardrail,
  experimentShipped,
  experimentStarted,
  experimentStopped,
  experimentUpdated,
  experimentVerdict,
  metricCreated,
  metricUpdated,
  unitsForgotten,
} from './experiments.ts'
import { flagCreated, flagUpdated, flagVersionCreated } from './flags.ts'
import { apiKeyCreated, apiKeyRevoked, apiKeyRotated } from './keys.ts'
import { memberInvited, memberJoined, memberRemoved, memberUninvited, memberUpdated } from './members.ts'
import { organizationUpdated } from './organizations.ts'
import {
  environmentProposalApproved,
  environmentProposalCreated,
  environmentProposalRejected,
  proposalApproved,
  proposalCreated,
  proposalRejected,
  segmentProposalApproved,
  segmentProposalCreated,
  segmentProposalRejected,
} from './proposals.ts'
import { contextCreated, contextDeleted, viewCreated, viewDeleted } from './saved.ts'
import {
  scheduleCancelled,
  scheduleCompleted,
  scheduleCreated,
  scheduleFailed,
  schedulePaused,
  scheduleResumed,
  scheduleStarted,
} from './schedules.ts'
import { segmentCreated, segmentIdsChanged, segmentUpdated, segmentVersionCreated } from './segments.ts'
import { sessionCreated, sessionEnded, sessionRefused } from './sessions.ts'
import { webhookCreated, webhookDeleted, webhookDisabled, webhookRotated, webhookUpdated } from './webhooks.ts'

/** The words for every action of the audit log. */
export const words: Record<AuditAction, ActionWords> = {
  'flag.created': flagCreated,
  'flag.updated': flagUpdated,
  'flag.version.created': flagVersionCreated,
  'flag.proposal.created': proposalCreated,
  'flag.proposal.approved': proposalApproved,
  'flag.proposal.rejected': proposalRejected,
  'segment.created': segmentCreated,
  'segment.updated': segmentUpdated,
  'segment.version.created': segmentVersionCreated,
  'segment.ids.changed': segmentIdsChanged,
  'segment.proposal.created': segmentProposalCreated,
  'segment.proposal.approved': segmentProposalApproved,
  'segment.proposal.rejected': segmentProposalRejected,
  'environment.created': environmentCreated,
  'environment.updated': environmentUpdated,
  'environment.proposal.created': environmentProposalCreated,
  'environment.proposal.approved': environmentProposalApproved,
  'environment.proposal.rejected': environmentProposalRejected,
  'project.created': projectCreated,
  'project.updated': projectUpdated,
  'view.created': viewCreated,
  'view.deleted': viewDeleted,
  'context.created': contextCreated,
  'context.deleted': contextDeleted,
  'api_key.created': apiKeyCreated,
  'api_key.rotated': apiKeyRotated,
  'api_key.revoked': apiKeyRevoked,
  'member.invited': memberInvited,
  'member.uninvited': memberUninvited,
  'member.joined': memberJoined,
  'member.updated': memberUpdated,
  'member.removed': memberRemoved,
  'session.created': sessionCreated,
  'session.ended': sessionEnded,
  'session.refused': sessionRefused,
  'organization.updated': organizationUpdated,
  'schedule.created': scheduleCreated,
  'schedule.started': scheduleStarted,
  'schedule.paused': schedulePaused,
  'schedule.resumed': scheduleResumed,
  'schedule.completed': scheduleCompleted,
  'schedule.cancelled': scheduleCancelled,
  'schedule.failed': scheduleFailed,
  'metric.created': metricCreated,
  'metric.updated': metricUpdated,
  'experiment.created': experimentCreated,
  'experiment.updated': experimentUpdated,
  'experiment.started': experimentStarted,
  'experiment.stopped': experimentStopped,
  'experiment.shipped': experimentShipped,
  'experiment.guardrail': experimentGuardrail,
  'experiment.verdict': experimentVerdict,
  'units.forgotten': unitsForgotten,
  'code_references.updated': codeReferencesUpdated,
  'webhook.created': webhookCreated,
  'webhook.updated': webhookUpdated,
  'webhook.deleted': webhookDeleted,
  'webhook.rotated': webhookRotated,
  'webhook.disabled': webhookDisabled,
}
