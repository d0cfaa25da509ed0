import { ApiError, type ErrorCode } from '@bunting/contract'

/** The API errors for unique constraints: of two concurrent writers, only the database can tell which one is late. */
const meanings: { constraint: string; columns: string; code: ErrorCode; message: string }[] = [
  {
    constraint: 'projects_slug',
    columns: 'projects.org_id, projects.slug',
    code: 'CONFLICT',
    message: 'A project with this slug exists already in the organization.',
  },
  {
    constraint: 'environments_slug',
    columns: 'environments.project_id, environments.slug',
    code: 'CONFLICT',
    message: 'An environment with this slug exists already in the project.',
  },
  {
    constraint: 'flags_key',
    columns: 'flags.project_id, flags.key',
    code: 'CONFLICT',
    message: 'A flag with this key exists already in the project; it may be archived.',
  },
  {
    constraint: 'segments_key',
    columns: 'segments.project_id, segments.key',
    code: 'CONFLICT',
    message: 'A segment with this key exists already in the project; it may be archived.',
  },
  {
    constraint: 'flag_versions_series',
    columns: 'flag_versions.flag_id, flag_versions.environment_id, flag_versions.version',
    code: 'VERSION_CONFLICT',
    message: 'Somebody else made this version at the same moment. Read the latest version and try again.',
  },
  {
    constraint: 'segment_versions_series',
    columns: 'segment_versions.segment_id, segment_versions.environment_id, segment_versions.version',
    code: 'VERSION_CONFLICT',
    message: 'Somebody else made this version at the same moment. Read the latest version and try again.',
  },
  {
    constraint: 'proposals_one_pending',
    columns: 'proposals.flag_id, proposals.environment_id',
    code: 'PROPOSAL_ALREADY_PENDING',
    message: 'A pending proposal exists already for this flag and environment.',
  },
  {
    constraint: 'proposals_one_pending_segment',
    columns: 'proposals.segment_id, proposals.environment_id',
    code: 'PROPOSAL_ALREADY_PENDING',
    message: 'A pending proposal exists already for this segment and environment.',
  },
  {
    constraint: 'proposals_one_pending_change',
    columns: 'proposals.flag_id, proposals.kind',
    code: 'PROPOSAL_ALREADY_PENDING',
    message: 'A pending proposal exists already for this change of the flag.',
  },
  {
    constraint: 'proposals_one_pending_environment',
    columns: 'proposals.environment_id',
    code: 'PROPOSAL_ALREADY_PENDING',
    message: "A pending proposal exists already for the environment's protection.",
  },
  {
    constraint: 'saved_views_name',
    columns: 'saved_views.project_id, saved_views.name',
    code: 'CONFLICT',
    message: 'A view of this name exists already in the project.',
  },
  {
    constraint: 'saved_contexts_name',
    columns: 'saved_contexts.project_id, saved_contexts.name',
    code: 'CONFLICT',
    message: 'A context of this name exists already in the project.',
  },
  {
    constraint: 'schedules_one_live',
    columns: 'schedules.flag_id, schedules.environment_id',
    code: 'CONFLICT',
    message: 'A schedule of this flag in this environment has not ended yet: cancel it first.',
  },
  {
    constraint: 'metrics_key',
    columns: 'metrics.project_id, metrics.key',
    code: 'CONFLICT',
    message: 'A metric with this key exists already in the project; it may be archived.',
  },
  {
    constraint: 'experiments_one_running',
    columns: 'experiments.flag_id, experiments.environment_id',
    code: 'CONFLICT',
    message: 'An experiment on this flag runs in this environment already: stop it first.',
  },
  {
    constraint: 'proposals_one_pending_experiment',
    columns: 'proposals.experiment_id',
    code: 'PROPOSAL_ALREADY_PENDING',
    message: 'A pending proposal exists already for this experiment.',
  },
  {
    constraint: 'users_address',
    columns: 'users.org_id, users.address',
    code: 'CONFLICT',
    message: 'Another member has this address: an address is one account’s.',
  },
  {
    constraint: 'invitations_email',
    columns: 'invitations.org_id, invitations.email',
    code: 'CONFLICT',
    message: 'This address is invited already: withdraw that invitation first.',
  },
]

/** PostgreSQL reports the name of the constraint, SQLite its columns. */
export const translateConstraint = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error
  const { constraint } = error as { constraint?: string }
  const columns = /^UNIQUE constraint failed: (.*)$/.exec(error.message)?.[1]
  const meaning = meanings.find((one) => one.constraint === constraint || one.columns === columns)
  return meaning ? new ApiError(meaning.code, meaning.message) : error
}
