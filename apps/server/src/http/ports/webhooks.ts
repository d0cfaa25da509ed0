import type { WebhookTest } from '@bunting/contract'
import type { SendingWebhook } from '../../store/tables/webhooks.ts'

/** Webhooks as endpoints know them. */
export type Webhooks = {
  /** Why nothing is sent to an address, if so: it is not public, and the operator does not allow it. */
  check(url: string): Promise<string | undefined>
  /** Sends a message of the type `webhook.test`, once. */
  test(webhook: SendingWebhook): Promise<WebhookTest>
}
