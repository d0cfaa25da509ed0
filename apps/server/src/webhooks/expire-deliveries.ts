import { giveTurn } from '../base/give-turn.ts'
import type { Deps } from '../http/endpoint/deps.ts'
import { deliveriesKeptUs } from '../rules/webhooks.ts'

/** The only subject of this kind of job. */
const subject = 'webhooks'

const againUs = 60 * 60 * 1_000_000
/** The most rows deleted at once, so that writers do not wait long. */
const deletedAtOnce = 1_000

/** Deletes old deliveries, and secrets that no longer sign. */
export const expireDeliveries =
  ({ store }: Pick<Deps, 'store'>) =>
  async (): Promise<void> => {
    const nowUs = await store.clock.nowUs()
    await store.webhooks.forgetSecrets(nowUs)
    const deleteSome = () => store.webhookDeliveries.deleteBefore(nowUs - deliveriesKeptUs, deletedAtOnce)
    while ((await deleteSome()) === deletedAtOnce) await giveTurn()
    await store.due.set({ kind: 'expiry', subject }, nowUs + againUs)
  }
