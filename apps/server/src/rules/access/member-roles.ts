import { fail, type ProjectId, type Role, roles } from '@bunting/contract'

type ProjectRoles = Readonly<Record<ProjectId, Role>>
type Before = { role: Role; removedAt: string | null; projects: ProjectRoles | undefined }
type Wanted = { role?: Role | undefined; projects?: Readonly<Record<ProjectId, Role | null>> | undefined }

export type ChangedRoles = { role?: Role; projects?: Record<ProjectId, Role | null> }

/** The roles that would change. Only a role in the organization restores a removed member. */
export const changedRoles = (before: Before, { role, projects = {} }: Wanted): ChangedRoles => {
  const isRemoved = before.removedAt !== null
  if (isRemoved && role === undefined) {
    fail('CONFLICT', 'They were removed from the organization: give them a role in it to bring them back.')
  }
  const changed = Object.entries(projects).filter(
    ([projectId, wanted]) => wanted !== (before.projects?.[projectId as ProjectId] ?? null),
  )
  return {
    ...(role !== undefined && (isRemoved || role !== before.role) ? { role } : {}),
    ...(changed.length > 0 ? { projects: Object.fromEntries(changed) } : {}),
  }
}

const rank = (role: Role): number => roles.indexOf(role)

/** Tells whether a member gains rights, in the organization or in a project, or is restored. */
export const isRaised = (before: Before, after: Omit<Before, 'removedAt'>): boolean => {
  if (before.removedAt !== null || rank(after.role) > rank(before.role)) return true
  const projects = Object.keys({ ...before.projects, ...after.projects }) as ProjectId[]
  return projects.some((id) => rank(after.projects?.[id] ?? after.role) > rank(before.projects?.[id] ?? before.role))
}
