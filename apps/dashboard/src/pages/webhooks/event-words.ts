import { type AuditAction, auditActions } from '@bunting/contract'
import { words } from '@bunting/contract/sentences'

type EventKind = {
  prefix: string
  label: string
  /** No project's alone: a webhook of one is not told of it. */
  ofOrganization?: true
}

/** What a webhook can be told of, by how the actions begin. */
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

/** The actions that a webhook with these events is told of. */
export const toldOf = (events: readonly string[]): ReadonlySet<AuditAction> => new Set(events.flatMap(actionsOf))

/** As few events as say the same: kinds as a whole, so that what is added to one later is told too. */
export const eventsFor = (actions: ReadonlySet<AuditAction>, projectId: string | null = null): string[] =>
  kindsFor(projectId).flatMap(({ prefix }) => {
    const all = actionsOf(prefix)
    const chosen = all.filter((action) => actions.has(action))
    return chosen.length === all.length ? [prefix] : chosen
  })

const shown = 3

/** `Everything`, `Flags, Schedule failed and 2 more`. */
export const sayEvents = (events: readonly string[]): string => {
  if (events.includes('*')) return 'Everything'
  const labels = eventsFor(toldOf(events)).map(
    (event) => eventKinds.find(({ prefix }) => prefix === event)?.label ?? words[event as AuditAction].label,
  )
  const more = labels.length - shown
  return more > 0 ? `${labels.slice(0, shown).join(', ')} and ${more} more` : labels.join(', ')
}
