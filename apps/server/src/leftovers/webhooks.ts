import { webhookRight } from '../rules/access/makers.ts'
import { webhookEnded } from '../rules/audit/webhooks.ts'
import type { Leftover } from './leftover.ts'

/** Webhooks send data to other servers. Another admin may enable one again, and is responsible for it then. */
export const webhooks: Leftover = async (tx, { orgId }, makers, lackOf) => {
  // All webhooks are locked before the first is disabled, which takes the audit chain: a try locks them in that order.
  const locked = await tx.webhooks.lockEnabledOf(orgId, makers)
  const audit = []
  for (const webhook of locked) {
    const reason = lackOf(webhook.answeredBy, webhookRight)
    if (reason === undefined) continue
    await tx.webhooks.disable(webhook, reason)
    audit.push(webhookEnded(webhook, reason))
  }
  return { count: audit.length, audit }
}
