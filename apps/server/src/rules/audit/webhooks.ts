import type { AuditAction, Webhook } from '@bunting/contract'
import type { AuditDraft } from './audit.ts'

/** Of an address only whose it is: with many, the rest of it is a secret. */
const hostOf = (url: string): string => new URL(url).host

const describe = ({ url, events, format, description }: Webhook) => ({
  host: hostOf(url),
  events,
  format,
  ...(description === null ? {} : { description }),
})

const entry = (action: AuditAction, webhook: Webhook, meta: Record<string, unknown>): AuditDraft => ({
  action,
  projectId: webhook.projectId,
  resourceType: 'webhook',
  resourceId: webhook.id,
  meta,
})

export const webhookCreated = (webhook: Webhook): AuditDraft => entry('webhook.created', webhook, describe(webhook))

/** What changed of it besides; that its address did is said by its host, even where that is the same. */
export const webhookUpdated = (webhook: Webhook, { url, ...changed }: { url?: string }): AuditDraft =>
  entry('webhook.updated', webhook, {
    ...changed,
    host: hostOf(webhook.url),
    ...(url === undefined ? {} : { urlChanged: true }),
  })

export const webhookDeleted = (webhook: Webhook): AuditDraft => entry('webhook.deleted', webhook, describe(webhook))

export const webhookRotated = (webhook: Webhook, previousExpiresAt: string): AuditDraft =>
  entry('webhook.rotated', webhook, { ...describe(webhook), previousExpiresAt })

/** By itself: its creator is the actor (`creatorOf`). */
export const webhookDisabled = (webhook: Webhook, reason: string): AuditDraft =>
  entry('webhook.disabled', webhook, { ...describe(webhook), reason })

/** By whoever took the right away that it hung on. */
export const webhookEnded = (webhook: Webhook, reason: string): AuditDraft =>
  entry('webhook.disabled', webhook, { ...describe(webhook), reason, ended: true })
