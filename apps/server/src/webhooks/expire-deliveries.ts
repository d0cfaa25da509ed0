import { giveTurn } from '../base/give-turn.ts'
import type { Deps } from '../http/endpoint/deps.ts'
import { deliveriesKeptUs } from '../rules/webhooks.ts'

/** The one subject of its kind. */
const subject = 'webhooks'

const againUs = 60 * 60 * 1_000_000
/** Few enough not to hold up writers. */
const deletedAtOnce = 1_000

/** Deliveries are kept for so long, and secrets for as long as they sign. */
export const expireDeliveries =
  ({ store }: Pick<Deps, 'store'>) =>
  async (): Promise<void> => {
    const nowUs = await store.clock.nowUs()
    await store.webhooks.forgetSecrets(nowUs)
    const deleteSome = () => store.webhookDeliveries.deleteBefore(nowUs - deliveriesKeptUs, deletedAtOnce)
    while ((await deleteSome()) === deletedAtOnce) await giveTurn()
    await store.due.set({ kind: 'expiry', subject }, nowUs + againUs)
  }
