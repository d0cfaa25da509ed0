import type { AuditAction, AuditLogEntryId, MessageId, ProjectId } from '@bunting/contract'

const dayUs = 24 * 60 * 60 * 1_000_000

/** How long deliveries are kept. */
export const deliveriesKeptUs = 30 * dayUs

/** How long messages are also signed with the previous secret after a rotation. */
export const overlapUs = dayUs

/** The number of attempts that a delivery shows, newest first: a message can be resent without limit. */
export const shownAttempts = 50

type Wanting = { events: readonly string[]; projectId: ProjectId | null }

/** Tells whether a webhook receives an entry. A project's webhook receives no entries of the whole organization. */
export const wants = (
  { events, projectId }: Wanting,
  entry: { action: AuditAction; projectId: ProjectId | null },
): boolean =>
  (projectId === null || projectId === entry.projectId) &&
  events.some((prefix) => prefix === '*' || entry.action.startsWith(prefix))

/** The id of an entry's message, the same in every try, so that receivers can ignore duplicates. */
export const messageIdOf = (id: AuditLogEntryId): MessageId => `msg_${id.slice('al_'.length)}`

export const entryIdOf = (id: MessageId): AuditLogEntryId => `al_${id.slice('msg_'.length)}`
