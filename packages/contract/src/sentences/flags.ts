import type { AuditLogEntry } from '../schemas/audit-log.ts'
import { sayList } from '../text/list.ts'
import type { ActionWords } from './action.ts'
import { flagThere, metaText, place } from './entry.ts'
import type { Part } from './part.ts'

export const flagCreated: ActionWords = {
  label: 'Flag created',
  resourceType: 'flag',
  says: (entry) => [
    'created the flag ',
    { is: 'flag', flagKey: metaText(entry, 'key') },
    `, a ${metaText(entry, 'type')}`,
  ],
}

type FieldWords = { name: string; alone(entry: AuditLogEntry, flag: Part): Part[] }

/** One row a field that can change: alone it has a sentence of its own, among others it is only named. */
const fields: Record<string, FieldWords> = {
  archivedAt: {
    name: 'whether it is archived',
    alone: ({ meta }, flag) => (meta.archivedAt === null ? ['brought ', flag, ' back'] : ['archived the flag ', flag]),
  },
  name: {
    name: 'its name',
    alone: (entry, flag) => ['renamed ', flag, ' to ', { is: 'quote', text: metaText(entry, 'name') }],
  },
  description: { name: 'its description', alone: (_, flag) => ['changed the description of ', flag] },
  clientSafe: {
    name: 'whether clients may have it',
    alone: ({ meta }, flag) =>
      meta.clientSafe === true ? ['made ', flag, ' client-safe'] : ['took ', flag, ' away from client keys'],
  },
}

export const flagUpdated: ActionWords = {
  label: 'Flag changed',
  resourceType: 'flag',
  says: (entry) => {
    const flag: Part = { is: 'flag', flagId: entry.resourceId }
    const changed = Object.keys(entry.meta).flatMap((name) => fields[name] ?? [])
    const [first] = changed
    if (first && changed.length === 1) return first.alone(entry, flag)
    return ['changed ', flag, ...(first ? [`: ${sayList(changed.map(({ name }) => name))}`] : [])]
  },
}

export const flagVersionCreated: ActionWords = {
  label: 'Version saved',
  resourceType: 'flag_version',
  says: (entry) => [`saved version ${entry.meta.version} of `, flagThere(entry), place(entry)],
}
