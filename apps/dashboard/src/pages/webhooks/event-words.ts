import { type AuditAction, auditActions } from '@bunting/contract'
import { words } from '@bunting/contract/sentences'

type EventKind = {
  prefix: string
  label: string
  /** Events of the organization, which a webhook of a single project does not get. */
  ofOrganization?: true
}

/** The kinds of events, by the prefix of their actions. */
const eventKinds: readonly EventKind[] = [
  { prefix: 'flag.', label: 'Flags' },
  { prefix: 'segment.', label: 'Segments' },
  { prefix: 'schedule.', label: 'Schedules' },
  { prefix: 'environment.', label: 'Environments' },
  { prefix: 'api_key.', label: 'Keys' },
  { prefix: 'project.', label: 'The project' },
  { prefix: 'view.', label: 'Views' },
  { prefix: 'context.', label: 'Contexts' },
  { prefix: 'member.', label: 'Members', ofOrganization: true },
  { prefix: 'session.', label: 'Sign-ins', ofOrganization: true },
  { prefix: 'organization.', label: 'The organization', ofOrganization: true },
  { prefix: 'webhook.', label: 'Webhooks' },
]

export const kindsFor = (projectId: string | null): readonly EventKind[] =>
  eventKinds.filter(({ ofOrganization }) => projectId === null || !ofOrganization)

export const actionsOf = (prefix: string): AuditAction[] =>
  auditActions.filter((action) => prefix === '*' || action.startsWith(prefix))

/** The actions that a webhook with these events gets. */
export const toldOf = (events: readonly string[]): ReadonlySet<AuditAction> => new Set(events.flatMap(actionsOf))

/** The fewest events for these actions: whole kinds where possible, so that actions added to a kind later are included. */
export const eventsFor = (actions: ReadonlySet<AuditAction>, projectId: string | null = null): string[] =>
  kindsFor(projectId).flatMap(({ prefix }) => {
    const all = actionsOf(prefix)
    const chosen = all.filter((action) => actions.has(action))
    return chosen.length === all.length ? [prefix] : chosen
  })

const shown = 3

/** The events in words: `Everything`, `Flags, Schedule failed and 2 more`. */
export const sayEvents = (events: readonly string[]): string => {
  if (events.includes('*')) return 'Everything'
  const labels = eventsFor(toldOf(events)).map(
    (event) => eventKinds.find(({ prefix }) => prefix === event)?.label ?? words[event as AuditAction].label,
  )
  const more = labels.length - shown
  return more > 0 ? `${labels.slice(0, shown).join(', ')} and ${more} more` : labels.join(', ')
}
