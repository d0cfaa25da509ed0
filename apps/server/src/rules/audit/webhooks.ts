import type { AuditAction, Webhook } from '@bunting/contract'
import type { AuditDraft } from './audit.ts'

/** The host alone is logged: the rest of many webhook addresses is a secret. */
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

/** A changed address is logged as its host, even if the host is the same as before. */
export const webhookUpdated = (webhook: Webhook, { url, ...changed }: { url?: string }): AuditDraft =>
  entry('webhook.updated', webhook, {
    ...changed,
    host: hostOf(webhook.url),
    ...(url === undefined ? {} : { urlChanged: true }),
  })

export const webhookDeleted = (webhook: Webhook): AuditDraft => entry('webhook.deleted', webhook, describe(webhook))

export const webhookRotated = (webhook: Webhook, previousExpiresAt: string): AuditDraft =>
  entry('webhook.rotated', webhook, { ...describe(webhook), previousExpiresAt })

/** The webhook disabled itself: its creator is the actor (`creatorOf`). */
export const webhookDisabled = (webhook: Webhook, reason: string): AuditDraft =>
  entry('webhook.disabled', webhook, { ...describe(webhook), reason })

/** The actor is the person who took away the right that the webhook depended on. */
export const webhookEnded = (webhook: Webhook, reason: string): AuditDraft =>
  entry('webhook.disabled', webhook, { ...describe(webhook), reason, ended: true })
