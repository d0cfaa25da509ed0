import { fail } from '@bunting/contract'
import type { Tables } from '../../store/store.ts'
import type { OwnWebhook } from '../../store/tables/webhooks.ts'

/** Fails if the webhook was deleted after it was found. */
export const lockWebhook = async (tx: Tables, { id }: OwnWebhook): Promise<OwnWebhook> =>
  (await tx.webhooks.lock(id)) ?? fail('RESOURCE_NOT_FOUND', 'There is no such webhook.')
