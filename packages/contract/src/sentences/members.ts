import type { AuditLogEntry } from '../schemas/audit-log.ts'
import type { ActionWords } from './action.ts'
import { metaText, reason } from './entry.ts'
import type { Part } from './part.ts'

const articles: Record<string, string> = { viewer: 'a viewer', editor: 'an editor', admin: 'an admin' }

const asRole = (entry: AuditLogEntry): string => articles[metaText(entry, 'role') ?? ''] ?? 'a member'

const name = (entry: AuditLogEntry): Part => ({ is: 'name', text: metaText(entry, 'name') })

const address = (entry: AuditLogEntry): Part => ({ is: 'name', text: metaText(entry, 'email') })

export const memberInvited: ActionWords = {
  label: 'Member invited',
  resourceType: 'member',
  says: (entry) => ['invited ', address(entry), ` as ${asRole(entry)}`],
}

export const memberUninvited: ActionWords = {
  label: 'Invitation withdrawn',
  resourceType: 'member',
  says: (entry) =>
    entry.meta.used === true
      ? ['signed in with the address ', address(entry), ', and so used up the invitation of it']
      : ['withdrew the invitation of ', address(entry), ...reason(entry)],
}

export const memberJoined: ActionWords = {
  label: 'Member joined',
  resourceType: 'member',
  says: (entry) =>
    entry.actorId === entry.resourceId
      ? [`joined the organization ${'invitationId' in entry.meta ? 'by invitation ' : ''}as ${asRole(entry)}`]
      : ['let ', name(entry), ` into the organization as ${asRole(entry)}`],
}

export const memberUpdated: ActionWords = {
  label: 'Role changed',
  resourceType: 'member',
  says: (entry, here) => {
    const projects = Object.entries(entry.meta.projects ?? {})
    const inThis = projects.find(([projectId]) => projectId === here)
    const made = [
      ...(metaText(entry, 'role') !== undefined || projects.length === 0 ? [asRole(entry)] : []),
      ...(inThis ? [`${articles[String(inThis[1])] ?? 'the same as elsewhere'} in this project`] : []),
    ]
    if (made.length > 0) return ['made ', name(entry), ` ${made.join(' and ')}`]
    return ['changed the role of ', name(entry), here === undefined ? ' in a project' : ' in another project']
  },
}

export const memberRemoved: ActionWords = {
  label: 'Member removed',
  resourceType: 'member',
  says: (entry) => ['removed ', name(entry), ' from the organization'],
}
