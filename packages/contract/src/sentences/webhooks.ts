import type { AuditLogEntry } from '../schemas/audit-log.ts'
import { sayList } from '../text/list.ts'
import type { ActionWords } from './action.ts'
import { metaText, reason } from './entry.ts'
import type { Part } from './part.ts'

/** The words `the webhook Deploys to hooks.example.com`. Entries only have the host, as a path may contain secrets. */
const webhook = (entry: AuditLogEntry): Part[] => {
  const description = metaText(entry, 'description')
  const host = metaText(entry, 'host')
  if (description === undefined && host === undefined) return ['a webhook']
  return [
    'the webhook',
    ...(description === undefined ? [] : [' ', { is: 'name', text: description } as const]),
    ...(host === undefined ? [] : [' to ', { is: 'code', text: host } as const]),
  ]
}

export const webhookCreated: ActionWords = {
  label: 'Webhook created',
  resourceType: 'webhook',
  says: (entry) => ['created ', ...webhook(entry)],
}

export const webhookUpdated: ActionWords = {
  label: 'Webhook changed',
  resourceType: 'webhook',
  says: (entry) => {
    const { enabled } = entry.meta
    if (typeof enabled === 'boolean') return [`turned ${enabled ? 'on' : 'off'} `, ...webhook(entry)]
    return ['changed ', ...webhook(entry), ...events(entry)]
  },
}

const events = ({ meta }: AuditLogEntry): Part[] =>
  Array.isArray(meta.events) ? [`, which is told of ${sayList(meta.events.map(sayEvent))}`] : []

const sayEvent = (event: unknown): string => (event === '*' ? 'everything' : String(event))

export const webhookDeleted: ActionWords = {
  label: 'Webhook deleted',
  resourceType: 'webhook',
  says: (entry) => ['deleted ', ...webhook(entry)],
}

export const webhookRotated: ActionWords = {
  label: 'Webhook secret rotated',
  resourceType: 'webhook',
  says: (entry) => ['gave ', ...webhook(entry), ' a new secret'],
}

/** A webhook is disabled after failures, in its creator's name, or by an admin who removes its creator. */
export const webhookDisabled: ActionWords = {
  label: 'Webhook disabled',
  resourceType: 'webhook',
  says: (entry) =>
    entry.meta.ended === true
      ? ['disabled ', ...webhook(entry), ...reason(entry)]
      : ['lost ', ...webhook(entry), ', which is disabled', ...reason(entry)],
}
