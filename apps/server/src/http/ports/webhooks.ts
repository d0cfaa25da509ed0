import type { WebhookTest } from '@bunting/contract'
import type { SendingWebhook } from '../../store/tables/webhooks.ts'

/** The part of webhooks that endpoints use. */
export type Webhooks = {
  /** The reason why nothing can be sent to an address (not public, and not allowed by the operator); else undefined. */
  check(url: string): Promise<string | undefined>
  /** Sends a message of the type `webhook.test`, once. */
  test(webhook: SendingWebhook): Promise<WebhookTest>
}
