export { type ChainedEntry, hashedText, lineOf, splitLine } from './audit-line.ts'
export { createClient } from './client.ts'
export { type Client, type ClientOptions, clientFor, errorOf, type Input, type Routes } from './client-for.ts'
export { contextProblems, isListAttribute } from './context.ts'
export type {
  Access,
  AnswerOf,
  BodyOf,
  Endpoint,
  Method,
  ParamsOf,
  PathParameter,
  QueryOf,
  ResultOf,
} from './endpoint.ts'
export { type Endpoints, endpoints, type Operation, type SignInOperation } from './endpoints/index.ts'
export { inEnvironmentOrder } from './environment-order.ts'
export { ApiError, type ErrorCode, type ErrorDetail, errorTable, fail, invalid } from './errors.ts'
export { isEvents } from './events.ts'
export { isFile } from './file.ts'
export { fileType } from './file-type.ts'
export { hiddenProblem, withoutHidden } from './hidden-characters.ts'
export {
  type ActorId,
  type ApiKeyId,
  type AuditLogEntryId,
  type CodeBranchId,
  type EnvironmentId,
  type ExperimentId,
  type FlagId,
  type FlagVersionId,
  type Id,
  type IdKind,
  type InvitationId,
  idPrefixes,
  type ListId,
  type MessageId,
  type MetricId,
  type OrganizationId,
  type ProjectId,
  type ProposalId,
  type SavedContextId,
  type SavedViewId,
  type ScheduleId,
  type SegmentId,
  type SegmentVersionId,
  type SessionId,
  type UserId,
  type WebhookId,
} from './ids.ts'
export { limits } from './limits.ts'
export { isLines } from './lines.ts'
export { manifestEndpoints, manifestStatusOf } from './manifest-endpoints.ts'
export { type Plan, plans, type Role, reasons, roles, type SdkType, sdkTypes } from './names.ts'
export { nearest } from './near.ts'
export { parse, pathText } from './parse.ts'
export { permalinkOf } from './permalink.ts'
export { needSeconds, plannedMs, planRamp, type Ramp, rampProblem } from './ramp.ts'
export { eventsType, readEvents, type ServerSentEvent } from './read-events.ts'
export { linesType, readLines } from './read-lines.ts'
export type { FlagAnswers } from './schemas/answers.ts'
export type { ApiKey, ApiKeyType, Scope } from './schemas/api-key.ts'
export { type ActorType, type AuditAction, type AuditLogEntry, auditActions } from './schemas/audit-log.ts'
export type { CodeBranch, CodeReference, CodeReferencesBody, CodeRemoval } from './schemas/code-references.ts'
export type {
  Experiment,
  ExperimentBody,
  ExperimentDecision,
  ExperimentGuardrail,
  ExperimentMark,
  ExperimentMethod,
  ExperimentPatch,
  ExperimentStatus,
  Exposure,
  RecommendationKind,
} from './schemas/experiment.ts'
export type {
  ExperimentDay,
  ExperimentPlan,
  ExperimentResults,
  MetricCheck,
  SeenEvent,
} from './schemas/experiment-results.ts'
export type { Flag, FlagKind, FlagVersion, HistoricFlagVersion, PlacedFlagVersion } from './schemas/flag.ts'
export type { ConfigBody } from './schemas/flag-config.ts'
export { type Advice, ageBuckets, type CleanupReason, type Finding, type Overview } from './schemas/health.ts'
export type { Invitation } from './schemas/invitation.ts'
export type { ManifestError, ManifestFlag, ManifestType } from './schemas/manifest.ts'
export type { Member } from './schemas/member.ts'
export { eventNamePattern, type Metric, type MetricKind } from './schemas/metric.ts'
export type { Organization } from './schemas/organization.ts'
export type { Page, Paging } from './schemas/paging.ts'
export { type Environment, type Project, seededEnvironments } from './schemas/project.ts'
export type { ProjectChange, ProjectEvent } from './schemas/project-event.ts'
export type { Promoted } from './schemas/promotion.ts'
export type { ChangeKind, ProposalKind, ProposalStatus } from './schemas/proposal.ts'
export type { SavedContext, SavedView } from './schemas/saved.ts'
export type {
  Guardrail,
  GuardrailAnswer,
  Schedule,
  ScheduleStatus,
  Step,
  StepBody,
  StepChange,
} from './schemas/schedule.ts'
export type {
  ChangedIds,
  HistoricListVersion,
  HistoricSegmentVersion,
  LatestSegmentVersion,
  ListedSegmentVersion,
  Segment,
  SegmentVersion,
} from './schemas/segment.ts'
export type { SegmentConfigBody } from './schemas/segment-config.ts'
export type { OpenSession } from './schemas/session.ts'
export type { EvaluationEvent, EventsAnswer } from './schemas/telemetry.ts'
export type { TrackAnswer, TrackedEvent, TrackedExposure } from './schemas/track.ts'
export { type LiveUsage, otherValues, type StaleReason, type UsageDay } from './schemas/usage.ts'
export type {
  Attempt,
  DeliveryStatus,
  Webhook,
  WebhookDelivery,
  WebhookFormat,
  WebhookTest,
} from './schemas/webhook.ts'
export { type SignInPageOperation, signInPages } from './sign-in-pages.ts'
export { type UploadType, uploadTypes } from './upload-types.ts'
