import type { AuditLogEntry } from '../schemas/audit-log.ts'
import { joined, sayList } from '../text/list.ts'
import type { ActionWords } from './action.ts'
import { flagThere, metaText, place } from './entry.ts'
import { sayManaged } from './managed.ts'
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

/** The fields that can change: a single change has its own sentence, several are only listed by name. */
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
  schema: {
    name: 'its schema',
    alone: ({ meta }, flag) => [meta.schema === null ? 'took the schema off ' : 'changed the schema of ', flag],
  },
  tags: {
    name: 'its tags',
    alone: ({ meta }, flag) => {
      const tags = Array.isArray(meta.tags) ? meta.tags : []
      if (tags.length === 0) return ['took all tags off ', flag]
      return [
        'tagged ',
        flag,
        ' ',
        ...joined(
          tags.map((text): Part[] => [{ is: 'quote', text: String(text) }]),
          ', ',
        ),
      ]
    },
  },
  ownerId: {
    name: 'its owner',
    alone: (entry, flag) => {
      if (entry.meta.ownerId === null) return ['left ', flag, ' without an owner']
      return ['made ', { is: 'name', text: metaText(entry, 'owner') ?? 'somebody' }, ' the owner of ', flag]
    },
  },
  kind: {
    name: 'its kind',
    alone: (entry, flag) => {
      const kind = metaText(entry, 'kind')
      return kind === undefined
        ? ['left ', flag, ' without a kind']
        : ['made ', flag, ` ${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind} flag`]
    },
  },
  expectedEnd: {
    name: 'when it should be gone',
    alone: (entry, flag) => {
      const day = metaText(entry, 'expectedEnd')
      return day === undefined
        ? ['took the expected end off ', flag]
        : ['said that ', flag, ` should be gone by ${day}`]
    },
  },
  managedBy: { name: 'where it is managed', alone: (entry, flag) => sayManaged(entry, flag) },
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
