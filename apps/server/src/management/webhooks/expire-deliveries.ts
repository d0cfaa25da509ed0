import { deliveriesKeptUs } from '../../rules/webhooks.ts'
import type { Store } from '../../store/store.ts'

/** The one subject of its kind. */
const subject = 'webhooks'

const againUs = 60 * 60 * 1_000_000
/** Few enough for whoever writes meanwhile. */
const deletedAtOnce = 1_000

/** Deliveries are kept for so long, and secrets for as long as they sign. */
export const expireDeliveries = async (store: Store): Promise<void> => {
  const nowUs = await store.clock.nowUs()
  await store.webhooks.forgetSecrets(nowUs)
  while ((await store.webhookDeliveries.deleteBefore(nowUs - deliveriesKeptUs, deletedAtOnce)) === deletedAtOnce);
  await store.due.set({ kind: 'expiry', subject }, nowUs + againUs)
}
