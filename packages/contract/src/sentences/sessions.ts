import type { AuditLogEntry } from '../schemas/audit-log.ts'
import type { ActionWords } from './action.ts'
import { metaText } from './entry.ts'
import type { Part } from './part.ts'

/** The address and user agent of the request, where they are known. */
const from = (entry: AuditLogEntry): Part[] => {
  const text = metaText(entry, 'address')
  return text === undefined ? [] : [' from ', { is: 'code', text }]
}

export const sessionCreated: ActionWords = {
  label: 'Signed in',
  resourceType: 'session',
  says: (entry) => ['signed in', ...from(entry)],
}

/** An admin who removes somebody ends their sessions too: then it is not their own. */
export const sessionEnded: ActionWords = {
  label: 'Signed out',
  resourceType: 'session',
  says: (entry) => ['ended a session', ...from(entry)],
}

/** One row a reason. */
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
