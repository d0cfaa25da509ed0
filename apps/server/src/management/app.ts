import { endpoints, type Operation, type SignInOperation } from '@bunting/contract'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { getPath } from 'hono/utils/url'
import type { Deps } from '../http/endpoint/deps.ts'
import type { Handler } from '../http/endpoint/handle.ts'
import { mount } from '../http/endpoint/mount.ts'
import { type Health, health } from '../http/probes/health.ts'
import { common } from '../http/server/common.ts'
import { compressReads } from '../http/server/compress-reads.ts'
import { crossOrigin } from '../http/server/cors.ts'
import { prefixOf, withoutPrefix } from '../http/server/prefix.ts'
import { listAnswers } from './answers/list-answers.ts'
import { createApiKey } from './api-keys/create-api-key.ts'
import { getOwnKey } from './api-keys/get-own-key.ts'
import { listApiKeys } from './api-keys/list-api-keys.ts'
import { revokeApiKey } from './api-keys/revoke-api-key.ts'
import { rotateApiKey } from './api-keys/rotate-api-key.ts'
import { exportAuditLog } from './audit-log/export-audit-log.ts'
import { listActors } from './audit-log/list-actors.ts'
import { listAuditLog } from './audit-log/list-audit-log.ts'
import { verifyAuditLog } from './audit-log/verify-audit-log.ts'
import { listCodeBranches, listCodeReferences } from './code-references/read-code-references.ts'
import { updateCodeReferences } from './code-references/update-code-references.ts'
import { dashboard } from './dashboard.ts'
import { docs } from './docs.ts'
import { createEnvironment } from './environments/create-environment.ts'
import { getEnvironment, getEnvironmentActivity, listEnvironments } from './environments/read-environments.ts'
import { updateEnvironment } from './environments/update-environment.ts'
import { createExperiment } from './experiments/create-experiment.ts'
import { forgetUnit } from './experiments/forget-unit.ts'
import { planExperiment } from './experiments/plan-experiment.ts'
import { getExperiment, listFlagExperiments, listProjectExperiments } from './experiments/read-experiments.ts'
import { getExperimentResults, listExperimentDays } from './experiments/read-results.ts'
import { shipExperiment } from './experiments/ship-experiment.ts'
import { startExperiment } from './experiments/start-experiment.ts'
import { stopExperiment } from './experiments/stop-experiment.ts'
import { updateExperiment } from './experiments/update-experiment.ts'
import { createFlagVersion } from './flag-versions/create-flag-version.ts'
import { getFlagVersion, listFlagVersions, listFlagVersionsEverywhere } from './flag-versions/read-flag-versions.ts'
import { createFlag } from './flags/create-flag.ts'
import { explainFlag } from './flags/explain-flag.ts'
import { listCleanup } from './flags/list-cleanup.ts'
import { listFlagDependents } from './flags/list-flag-dependents.ts'
import { listFlagSummaries } from './flags/list-flag-summaries.ts'
import { listStaleFlags } from './flags/list-stale-flags.ts'
import { getFlag, listFlags } from './flags/read-flags.ts'
import { updateFlag } from './flags/update-flag.ts'
import { createInvitation } from './invitations/create-invitation.ts'
import { listInvitations } from './invitations/list-invitations.ts'
import { withdrawInvitation } from './invitations/withdraw-invitation.ts'
import { changeSegmentIds } from './lists/change-segment-ids.ts'
import { containsSegmentId, exportSegmentIds, listSegmentIdsVersions } from './lists/read-lists.ts'
import { streamProject } from './live/stream-project.ts'
import { mountManifest } from './manifest/mount-manifest.ts'
import { mcp } from './mcp.ts'
import { listMembers } from './members/list-members.ts'
import { removeMember } from './members/remove-member.ts'
import { updateMember } from './members/update-member.ts'
import { checkMetric } from './metrics/check-metric.ts'
import { createMetric } from './metrics/create-metric.ts'
import { getMetric, getMetricDays, listMetrics, listSeenEvents } from './metrics/read-metrics.ts'
import { updateMetric } from './metrics/update-metric.ts'
import { createOrganization } from './operator/create-organization.ts'
import { getBackup } from './operator/get-backup.ts'
import { listOrganizations } from './operator/list-organizations.ts'
import { updateOrganization } from './operator/update-organization.ts'
import { createProject } from './projects/create-project.ts'
import { getOverview } from './projects/get-overview.ts'
import { getProject, listProjects } from './projects/read-projects.ts'
import { updateProject } from './projects/update-project.ts'
import { createPromotion } from './promotions/create-promotion.ts'
import { approveProposal } from './proposals/approve-proposal.ts'
import { createProposal } from './proposals/create-proposal.ts'
import { createSegmentProposal } from './proposals/create-segment-proposal.ts'
import {
  getProposal,
  listFlagProposals,
  listFlagProposalsEverywhere,
  listProjectProposals,
  listSegmentProposals,
  listWaitingProposals,
} from './proposals/read-proposals.ts'
import { rejectProposal } from './proposals/reject-proposal.ts'
import { createContext } from './saved/create-context.ts'
import { createView } from './saved/create-view.ts'
import { deleteContext, deleteView } from './saved/delete-saved.ts'
import { addFavourite, getFavourites, removeFavourite } from './saved/favourites.ts'
import { listContexts, listViews } from './saved/read-saved.ts'
import { cancelSchedule } from './schedules/cancel-schedule.ts'
import { createSchedule } from './schedules/create-schedule.ts'
import { pauseSchedule } from './schedules/pause-schedule.ts'
import {
  getSchedule,
  listFlagSchedules,
  listFlagSchedulesEverywhere,
  listProjectSchedules,
} from './schedules/read-schedules.ts'
import { resumeSchedule } from './schedules/resume-schedule.ts'
import { rollBackSchedule } from './schedules/roll-back-schedule.ts'
import { securityTxt } from './security-txt.ts'
import { createSegmentVersion } from './segment-versions/create-segment-version.ts'
import { getSegmentVersion, listSegmentVersions } from './segment-versions/read-segment-versions.ts'
import { createSegment } from './segments/create-segment.ts'
import { explainSegment } from './segments/explain-segment.ts'
import { getSegment, listSegments, listSegmentUsages } from './segments/read-segments.ts'
import { updateSegment } from './segments/update-segment.ts'
import { syncEnvironment } from './sync/sync-environment.ts'
import { backfillUsage } from './telemetry/backfill-usage.ts'
import { recordEvents } from './telemetry/record-events.ts'
import { track } from './telemetry/track.ts'
import { getDayUsage } from './usage/get-day-usage.ts'
import { getLiveUsage } from './usage/get-live-usage.ts'
import { getSdks } from './usage/get-sdks.ts'
import { getUsage } from './usage/get-usage.ts'
import { createWebhook } from './webhooks/create-webhook.ts'
import { deleteWebhook } from './webhooks/delete-webhook.ts'
import { getWebhook, listWebhookDeliveries, listWebhooks } from './webhooks/read-webhooks.ts'
import { resendWebhookDelivery } from './webhooks/resend-webhook-delivery.ts'
import { rotateWebhook } from './webhooks/rotate-webhook.ts'
import { testWebhook } from './webhooks/test-webhook.ts'
import { updateWebhook } from './webhooks/update-webhook.ts'

/** Every endpoint of the Management API. The contract names them, and the compiler asks for each. */
const handlers = {
  createProject,
  listProjects,
  getProject,
  getOverview,
  updateProject,
  streamProject,
  createEnvironment,
  listEnvironments,
  getEnvironment,
  getEnvironmentActivity,
  updateEnvironment,
  syncEnvironment,
  createFlag,
  listFlags,
  // Before the flags: these addresses look like that of a flag.
  listStaleFlags,
  listCleanup,
  listFlagSummaries,
  getFlag,
  listFlagDependents,
  updateFlag,
  explainFlag,
  listAnswers,
  getUsage,
  getLiveUsage,
  getDayUsage,
  getSdks,
  createFlagVersion,
  listFlagVersions,
  listFlagVersionsEverywhere,
  getFlagVersion,
  createSegment,
  listSegments,
  getSegment,
  updateSegment,
  listSegmentUsages,
  explainSegment,
  createSegmentVersion,
  listSegmentVersions,
  getSegmentVersion,
  changeSegmentIds,
  containsSegmentId,
  exportSegmentIds,
  listSegmentIdsVersions,
  createProposal,
  listFlagProposals,
  listFlagProposalsEverywhere,
  createSegmentProposal,
  listSegmentProposals,
  listProjectProposals,
  // Before the single proposal: this address looks like that of a proposal.
  listWaitingProposals,
  getProposal,
  approveProposal,
  rejectProposal,
  updateCodeReferences,
  listCodeBranches,
  listCodeReferences,
  createPromotion,
  createView,
  listViews,
  deleteView,
  createContext,
  listContexts,
  deleteContext,
  getFavourites,
  addFavourite,
  removeFavourite,
  createApiKey,
  listApiKeys,
  getOwnKey,
  revokeApiKey,
  rotateApiKey,
  listAuditLog,
  verifyAuditLog,
  exportAuditLog,
  listActors,
  recordEvents,
  backfillUsage,
  listMembers,
  updateMember,
  removeMember,
  createInvitation,
  listInvitations,
  withdrawInvitation,
  createOrganization,
  listOrganizations,
  updateOrganization,
  getBackup,
  createSchedule,
  listFlagSchedules,
  listFlagSchedulesEverywhere,
  listProjectSchedules,
  getSchedule,
  pauseSchedule,
  resumeSchedule,
  cancelSchedule,
  rollBackSchedule,
  createMetric,
  listMetrics,
  getMetric,
  getMetricDays,
  updateMetric,
  checkMetric,
  listSeenEvents,
  createExperiment,
  listFlagExperiments,
  listProjectExperiments,
  planExperiment,
  getExperiment,
  updateExperiment,
  startExperiment,
  stopExperiment,
  shipExperiment,
  getExperimentResults,
  listExperimentDays,
  forgetUnit,
  track,
  createWebhook,
  listWebhooks,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhook,
  testWebhook,
  listWebhookDeliveries,
  resendWebhookDelivery,
} satisfies Record<Exclude<Operation, SignInOperation>, Handler>

/** The Management API, with its reference pages and the dashboard. */
export const managementApp = (deps: Deps, state: Health): Hono => {
  const prefix = prefixOf(deps.publicUrl)
  const app = new Hono({ getPath: (request) => withoutPrefix(getPath(request), prefix) })
  common(app, 'management', deps)
  health(app, state, deps)
  securityTxt(app, deps)
  docs(app, deps)
  const { allowHeaders, exposeHeaders, maxAgeSeconds: maxAge } = crossOrigin
  const browsers = cors({ origin: '*', allowMethods: ['POST'], allowHeaders, exposeHeaders, maxAge })
  app.use(endpoints.recordEvents.path, browsers)
  app.use(endpoints.track.path, browsers)
  app.use('/v1/*', compressReads)
  mount(app, Object.values(handlers), deps)
  mountManifest(app, deps)
  mcp(app, deps)
  dashboard(app, deps)
  return app
}
