import type { ProjectId, Role, Scope } from '@bunting/contract'
import { type ManagementScope, mayByRole, mayByScopes } from './permissions.ts'

type Person = { role: Role; removed: boolean; projects: Readonly<Record<ProjectId, Role>> }

/** The person or key that made a schedule, webhook or invitation, as they are now. */
export type Maker =
  | ({ type: 'user' } & Person)
  | { type: 'api_key'; scopes: readonly Scope[]; revoked: boolean; expiresMs: number | null; owner: Person | null }

/** The scope needed to make something, and the project; null for the whole organization. */
export type Right = { needed: ManagementScope; projectId: ProjectId | null }

/** Why the maker could not make it again today; undefined if they could. An unknown maker could not. */
export const lackOfRight = (maker: Maker | undefined, right: Right, nowMs: number): string | undefined => {
  if (!maker) return 'Nobody knows any more who made it.'
  if (maker.type === 'user') {
    if (maker.removed) return 'The person who made it was removed.'
    return may(maker, right) ? undefined : `The person who made it is ${articles[roleIn(maker, right)]} now.`
  }
  const { owner } = maker
  if (maker.revoked) return 'The key that made it was revoked.'
  if (maker.expiresMs !== null && maker.expiresMs <= nowMs) return 'The key that made it has expired.'
  if (owner?.removed) return 'The person whose key made it was removed.'
  if (owner && !may(owner, right)) return `The person whose key made it is ${articles[roleIn(owner, right)]} now.`
  return mayByScopes(maker.scopes, right.needed) ? undefined : `The key that made it lacks the ${right.needed} scope.`
}

const articles = { viewer: 'a viewer', editor: 'an editor', admin: 'an admin' } as const satisfies Record<Role, string>

const roleIn = ({ role, projects }: Person, { projectId }: Right): Role =>
  (projectId === null ? undefined : projects[projectId]) ?? role

const may = (person: Person, right: Right): boolean => mayByRole(roleIn(person, right), right.needed)

/** The right behind each thing that outlives its request, as the endpoint that makes it asks for. */
export const invitationRight: Right = { needed: 'admin', projectId: null }
export const webhookRight: Right = { needed: 'admin', projectId: null }
export const scheduleRight = ({ projectId }: { projectId: ProjectId }): Right => ({ needed: 'edit', projectId })
export const experimentRight = ({ projectId }: { projectId: ProjectId }): Right => ({ needed: 'edit', projectId })
