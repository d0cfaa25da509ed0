import * as apiKeys from './api-keys.ts'
import * as auditLog from './audit-log.ts'
import * as environments from './environments.ts'
import * as flagVersions from './flag-versions.ts'
import * as flags from './flags.ts'
import * as operator from './operator.ts'
import * as projects from './projects.ts'
import * as proposals from './proposals.ts'

/** Every endpoint of the Management API, by operation. */
export const endpoints = {
  ...projects,
  ...environments,
  ...flags,
  ...flagVersions,
  ...proposals,
  ...apiKeys,
  ...auditLog,
  ...operator,
}

export type Endpoints = typeof endpoints
export type Operation = keyof Endpoints
