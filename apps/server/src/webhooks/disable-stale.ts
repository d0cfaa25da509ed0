import type { OrganizationId } from '@bunting/contract'
import type { Deps } from '../http/endpoint/deps.ts'
import { creatorOf } from '../rules/access/creator-of.ts'
import { lackOfRight, webhookRight } from '../rules/access/makers.ts'
import { webhookDisabled } from '../rules/audit/webhooks.ts'
import type { Tables } from '../store/store.ts'
import type { WebhookCursor } from '../store/tables/outbox.ts'

/**
 * Disables the locked webhooks whose actor has lost the right to them, and tells whether there were any: keys expire by
 * themselves, and earlier releases removed people without their webhooks.
 */
export const disableStale = async (
  deps: Pick<Deps, 'newId' | 'nowUs'>,
  tx: Tables,
  orgId: OrganizationId,
  cursors: readonly WebhookCursor[],
): Promise<boolean> => {
  const makers = await tx.makers.find(orgId, [...new Set(cursors.map(({ answeredBy }) => answeredBy))])
  const nowMs = Math.floor((await tx.clock.nowUs()) / 1_000)
  const stale = cursors.flatMap(({ id, answeredBy }) => {
    const reason = lackOfRight(makers.get(answeredBy), webhookRight, nowMs)
    return reason === undefined ? [] : [{ id, reason, by: creatorOf({ createdBy: answeredBy, orgId }) }]
  })
  for (const { id, reason, by } of stale) {
    const webhook = await tx.webhooks.lock(id)
    if (!webhook) continue
    await tx.webhooks.disable(webhook, reason)
    await tx.auditChain.append(by, [webhookDisabled(webhook, reason)], deps)
  }
  return stale.length > 0
}
