import type { Id, IdKind } from '@bunting/contract'
import { batch } from '../base/batch.ts'
import { creatorOf } from '../rules/access/creator-of.ts'
import { webhookDisabled } from '../rules/audit/webhooks.ts'
import type { Store } from '../store/store.ts'
import type { Tried } from '../store/tables/webhook-tries.ts'

export type RecordDeps = {
  store: Pick<Store, 'transaction' | 'clock'>
  nowUs: () => number
  newId: <Kind extends IdKind>(kind: Kind) => Id<Kind>
}

/** Records the results of tries, and when their webhooks are due next. */
export const recordTries = ({ store, nowUs: entryUs, newId }: RecordDeps) => {
  // A commit blocks everybody on the embedded database, so tries that end during one share the next.
  const tries = batch<Tried>(async (tried) => {
    const nowUs = await store.clock.nowUs()
    await store.transaction(async (tx) => {
      const webhookIds = [...new Set(tried.map(({ webhookId }) => webhookId))]
      await tx.webhookDeliveries.record(tried, nowUs)
      const next = await tx.webhookDeliveries.nextTries(webhookIds)
      await tx.due.setAll(
        'webhook',
        next.map(({ webhookId, nextUs }) => ({ subject: webhookId, atUs: nextUs })),
      )
      await tx.outbox.readOn(webhookIds)
    })
  })

  return {
    record: tries.add,

    /** Records the last try of a message, and disables its webhook. */
    disable: async (tried: Tried, reason: string): Promise<void> => {
      const nowUs = await store.clock.nowUs()
      await store.transaction(async (tx) => {
        const webhook = await tx.webhooks.lock(tried.webhookId)
        await tx.webhookDeliveries.record([tried], nowUs)
        // Another instance has disabled and logged it meanwhile.
        if (!webhook?.enabled) return
        await tx.webhooks.disable(webhook, reason)
        const audit = [webhookDisabled(webhook, reason)]
        await tx.auditChain.append(creatorOf(webhook), audit, { nowUs: entryUs, newId })
      })
    },
  }
}
