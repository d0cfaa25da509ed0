import type { AuditLogEntry } from '../schemas/audit-log.ts'
import type { ActionWords } from './action.ts'
import { metaText } from './entry.ts'
import type { Part } from './part.ts'

/** The address of the request, if it is known. */
const from = (entry: AuditLogEntry): Part[] => {
  const text = metaText(entry, 'address')
  return text === undefined ? [] : [' from ', { is: 'code', text }]
}

export const sessionCreated: ActionWords = {
  label: 'Signed in',
  resourceType: 'session',
  says: (entry) => ['signed in', ...from(entry)],
}

/** A session may also be ended by an admin who removes its user. */
export const sessionEnded: ActionWords = {
  label: 'Signed out',
  resourceType: 'session',
  says: (entry) => ['ended a session', ...from(entry)],
}

/** The words for each reason. */
const reasons: Record<string, string> = {
  uninvited: 'nobody lets them in',
  removed: 'they were removed',
  bound: 'their address is another account’s',
  unverified: 'their e-mail address is not verified',
}

export const sessionRefused: ActionWords = {
  label: 'Sign-in refused',
  resourceType: 'session',
  says: (entry) => {
    const text = metaText(entry, 'email') ?? metaText(entry, 'name')
    const as: Part[] = text === undefined ? [] : [' as ', { is: 'name', text }]
    const reason = reasons[metaText(entry, 'reason') ?? '']
    return ['was not let in', ...as, ...from(entry), ...(reason === undefined ? [] : [`: ${reason}`])]
  },
}
