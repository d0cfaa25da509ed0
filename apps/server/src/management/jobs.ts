import type { OrganizationId } from '@bunting/contract'
import type { Deps } from '../http/deps.ts'
import type { Jobs } from '../runner/runner.ts'
import { expireDeliveries } from './webhooks/expire-deliveries.ts'
import { makeDeliveries } from './webhooks/make-deliveries.ts'

/** What the Management API does by itself, when it is due. */
export const jobsOf = ({ store }: Deps): Jobs => ({
  outbox: { run: (orgId) => makeDeliveries(store, orgId as OrganizationId), atOnce: 4 },
  expiry: { run: () => expireDeliveries(store), atOnce: 1 },
})
