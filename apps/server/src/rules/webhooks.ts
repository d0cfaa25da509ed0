import type { AuditAction, AuditLogEntryId, MessageId, ProjectId } from '@bunting/contract'

const dayUs = 24 * 60 * 60 * 1_000_000

/** How long deliveries can be looked at. */
export const deliveriesKeptUs = 30 * dayUs

/** How long the earlier secret of a webhook signs too. */
export const overlapUs = dayUs

/** Of all its attempts a delivery shows so many, the newest: it may be sent again any number of times. */
export const shownAttempts = 50

type Wanting = { events: readonly string[]; projectId: ProjectId | null }

/** Whether a webhook is sent an entry. What concerns the whole organization is not for those of one project. */
export const wants = (
  { events, projectId }: Wanting,
  entry: { action: AuditAction; projectId: ProjectId | null },
): boolean =>
  (projectId === null || projectId === entry.projectId) &&
  events.some((prefix) => prefix === '*' || entry.action.startsWith(prefix))

/** The message that tells of an entry: whoever gets it twice sees that it is the same. */
export const messageIdOf = (id: AuditLogEntryId): MessageId => `msg_${id.slice('al_'.length)}`

export const entryIdOf = (id: MessageId): AuditLogEntryId => `al_${id.slice('msg_'.length)}`
