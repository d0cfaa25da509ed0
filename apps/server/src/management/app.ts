import type { Operation } from '@bunting/contract'
import { Hono } from 'hono'
import { common } from '../http/common.ts'
import type { Deps } from '../http/deps.ts'
import type { Handler } from '../http/handle.ts'
import { type Health, health } from '../http/health.ts'
import { mount } from '../http/mount.ts'
import { createApiKey } from './api-keys/create-api-key.ts'
import { listApiKeys } from './api-keys/list-api-keys.ts'
import { revokeApiKey } from './api-keys/revoke-api-key.ts'
import { listActors } from './audit-log/list-actors.ts'
import { listAuditLog } from './audit-log/list-audit-log.ts'
import { docs } from './docs.ts'
import { createEnvironment } from './environments/create-environment.ts'
import { getEnvironment } from './environments/get-environment.ts'
import { listEnvironments } from './environments/list-environments.ts'
import { updateEnvironment } from './environments/update-environment.ts'
import { createFlagVersion } from './flag-versions/create-flag-version.ts'
import { getFlagVersion } from './flag-versions/get-flag-version.ts'
import { listFlagVersions } from './flag-versions/list-flag-versions.ts'
import { createFlag } from './flags/create-flag.ts'
import { explainFlag } from './flags/explain-flag.ts'
import { getFlag } from './flags/get-flag.ts'
import { listFlags } from './flags/list-flags.ts'
import { updateFlag } from './flags/update-flag.ts'
import { createOrganization } from './operator/create-organization.ts'
import { listOrganizations } from './operator/list-organizations.ts'
import { updateOrganization } from './operator/update-organization.ts'
import { createProject } from './projects/create-project.ts'
import { getProject } from './projects/get-project.ts'
import { listProjects } from './projects/list-projects.ts'
import { approveProposal } from './proposals/approve-proposal.ts'
import { createProposal } from './proposals/create-proposal.ts'
import { getProposal } from './proposals/get-proposal.ts'
import { listFlagProposals } from './proposals/list-flag-proposals.ts'
import { listProjectProposals } from './proposals/list-project-proposals.ts'
import { rejectProposal } from './proposals/reject-proposal.ts'
import { syncEnvironment } from './sync/sync-environment.ts'

/** Every endpoint of the Management API. The contract names them, and the compiler asks for each. */
const handlers = {
  createProject,
  listProjects,
  getProject,
  createEnvironment,
  listEnvironments,
  getEnvironment,
  updateEnvironment,
  syncEnvironment,
  createFlag,
  listFlags,
  getFlag,
  updateFlag,
  explainFlag,
  createFlagVersion,
  listFlagVersions,
  getFlagVersion,
  createProposal,
  listFlagProposals,
  listProjectProposals,
  getProposal,
  approveProposal,
  rejectProposal,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  listAuditLog,
  listActors,
  createOrganization,
  listOrganizations,
  updateOrganization,
} satisfies Record<Operation, Handler>

/** The Management API, with its reference pages. */
export const managementApp = (deps: Deps, state: Health): Hono => {
  const app = new Hono()
  common(app, 'management', deps.log)
  health(app, state)
  docs(app, deps.publicUrl)
  mount(app, Object.values(handlers), deps)
  return app
}
