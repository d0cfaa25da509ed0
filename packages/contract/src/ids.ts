/** The kinds of resources, with the prefix of their ids. */
export const idPrefixes = {
  organization: 'org',
  project: 'proj',
  environment: 'env',
  flag: 'flag',
  flagVersion: 'fv',
  segment: 'seg',
  segmentVersion: 'segv',
  proposal: 'prop',
  apiKey: 'key',
  auditLogEntry: 'al',
  rule: 'rule',
  user: 'user',
  session: 'sess',
  schedule: 'sched',
  webhook: 'hook',
  message: 'msg',
  savedView: 'view',
  savedContext: 'ctx',
  invitation: 'inv',
  metric: 'met',
  experiment: 'exp',
  list: 'list',
  codeBranch: 'branch',
} as const

export type IdKind = keyof typeof idPrefixes
export type Id<Kind extends IdKind> = `${(typeof idPrefixes)[Kind]}_${string}`

export type OrganizationId = Id<'organization'>
export type ProjectId = Id<'project'>
export type EnvironmentId = Id<'environment'>
export type FlagId = Id<'flag'>
export type FlagVersionId = Id<'flagVersion'>
export type SegmentId = Id<'segment'>
export type SegmentVersionId = Id<'segmentVersion'>
export type ProposalId = Id<'proposal'>
export type ApiKeyId = Id<'apiKey'>
export type AuditLogEntryId = Id<'auditLogEntry'>
export type UserId = Id<'user'>
export type SessionId = Id<'session'>
export type ScheduleId = Id<'schedule'>
export type WebhookId = Id<'webhook'>
/** The id of a message to a webhook, the same in every retry. */
export type MessageId = Id<'message'>
export type SavedViewId = Id<'savedView'>
export type SavedContextId = Id<'savedContext'>
export type InvitationId = Id<'invitation'>
export type MetricId = Id<'metric'>
export type ExperimentId = Id<'experiment'>
export type ListId = Id<'list'>
export type CodeBranchId = Id<'codeBranch'>

/** The id of an actor: a key, a signed-in user, the operator, or an unknown person who was refused (`stranger`). */
export type ActorId = ApiKeyId | UserId | 'operator' | 'stranger'
