import * as answers from './answers.ts'
import * as apiKeys from './api-keys.ts'
import * as auditLog from './audit-log.ts'
import * as codeReferences from './code-references.ts'
import * as environments from './environments.ts'
import * as experiments from './experiments.ts'
import * as flagVersions from './flag-versions.ts'
import * as flags from './flags.ts'
import * as invitations from './invitations.ts'
import * as members from './members.ts'
import * as metrics from './metrics.ts'
import * as operator from './operator.ts'
import * as projects from './projects.ts'
import * as promotions from './promotions.ts'
import * as proposals from './proposals.ts'
import * as saved from './saved.ts'
import * as schedules from './schedules.ts'
import * as segmentIds from './segment-ids.ts'
import * as segmentVersions from './segment-versions.ts'
import * as segments from './segments.ts'
import * as signIn from './sign-in.ts'
import * as telemetry from './telemetry.ts'
import * as usage from './usage.ts'
import * as webhooks from './webhooks.ts'

/** Every endpoint of the Management API, by operation. */
export const endpoints = {
  ...projects,
  ...environments,
  // Before the flags: `flags/stale` is no flag.
  ...usage,
  ...flags,
  ...answers,
  ...flagVersions,
  ...segments,
  ...segmentVersions,
  ...segmentIds,
  ...proposals,
  ...codeReferences,
  ...promotions,
  ...saved,
  ...schedules,
  ...metrics,
  ...experiments,
  ...apiKeys,
  ...auditLog,
  ...webhooks,
  ...telemetry,
  ...members,
  ...invitations,
  ...signIn,
  ...operator,
}

export type Endpoints = typeof endpoints
export type Operation = keyof Endpoints
/** The operations that the sign-in part of the server handles. */
export type SignInOperation = keyof typeof signIn
