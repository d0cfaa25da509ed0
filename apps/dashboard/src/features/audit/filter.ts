import type { AuditLogEntry } from '@bunting/contract'
import { words } from '@bunting/contract/sentences'
import type { AuditFilter } from '../../api/audit-log.ts'
import { dayStart, nextDay, type Zone } from '../../format/days.ts'
import type { Names } from './names.ts'

/** The filter in the address. */
export type Filter = {
  /** An actor's id. */
  who?: string
  /** An action, or all actions about one type of resource. */
  what?: string
  /** An id, or a part of a flag's key, a name or a description. */
  resource?: string
  /** An environment's slug. */
  env?: string
  /** The first and the last day, both included, in the time zone of the view. */
  from?: string
  to?: string
}

/** The types of resources to filter by. */
export const kinds = [
  { value: 'flag', label: 'Flags' },
  { value: 'flag_version', label: 'Versions' },
  { value: 'segment', label: 'Segments' },
  { value: 'segment_version', label: 'Segment versions' },
  { value: 'proposal', label: 'Proposals' },
  { value: 'schedule', label: 'Schedules' },
  { value: 'metric', label: 'Metrics' },
  { value: 'experiment', label: 'Experiments' },
  { value: 'api_key', label: 'Keys' },
  { value: 'environment', label: 'Environments' },
  { value: 'member', label: 'Members' },
  { value: 'session', label: 'Sign-ins' },
  { value: 'project', label: 'The project' },
  { value: 'view', label: 'Views' },
  { value: 'context', label: 'Contexts' },
  { value: 'code_references', label: 'Code references' },
  { value: 'organization', label: 'The organization' },
  { value: 'webhook', label: 'Webhooks' },
] as const

const isAction = (what: string): what is keyof typeof words => Object.hasOwn(words, what)

export const kindOf = ({ what }: Filter): string | undefined =>
  what !== undefined && isAction(what) ? words[what].resourceType : what

export const actionOf = ({ what }: Filter): keyof typeof words | undefined =>
  what !== undefined && isAction(what) ? what : undefined

const isId = (text: string): boolean =>
  /^(flag|fv|seg|segv|prop|sched|key|env|proj|user|sess|org|hook|inv|view|ctx)_[0-9a-z]{16,}$/.test(text)

type FilterContext = { zone: Zone; environments: readonly { id: string; slug: string }[] }

/** The part of the filter that the API supports: the rest is searched in the loaded entries. */
export const serverFilter = (filter: Filter, { zone, environments }: FilterContext): AuditFilter => {
  const action = actionOf(filter)
  const resourceType = action === undefined ? kindOf(filter) : undefined
  const resource = filter.resource?.trim() ?? ''
  const environment = environments.find(({ slug }) => slug === filter.env)
  return {
    ...(filter.who === undefined ? {} : { actorId: filter.who }),
    ...(action === undefined ? {} : { action }),
    ...(resourceType === undefined ? {} : { resourceType }),
    // Only ids: entries of a flag's versions and proposals have those as their resource, and name the flag in their meta.
    ...(isId(resource) ? { resourceId: resource } : {}),
    ...(environment === undefined ? {} : { environmentId: environment.id }),
    ...(filter.from === undefined ? {} : { from: dayStart(filter.from, zone) }),
    ...(filter.to === undefined ? {} : { to: dayStart(nextDay(filter.to), zone) }),
  }
}

/** Tells whether the filter has a text that the API cannot search. */
export const isSearch = ({ resource }: Filter): boolean => resource !== undefined && !isId(resource.trim())

export const fits = (entry: AuditLogEntry, filter: Filter, names: Names): boolean => {
  const part = filter.resource?.trim().toLowerCase() ?? ''
  return part === '' || textsOf(entry, names).some((text) => text.toLowerCase().includes(part))
}

/** The texts in which an entry is searched. */
const textsOf = (entry: AuditLogEntry, names: Names): string[] => [
  entry.id,
  entry.resourceId,
  ...Object.values(entry.meta).filter((value) => typeof value === 'string'),
  names.flagKey(entry.resourceId) ?? '',
  names.apiKey(entry.resourceId)?.description ?? '',
  names.environment(entry)?.name ?? '',
]
