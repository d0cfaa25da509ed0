import type { Deps } from '../http/endpoint/deps.ts'
import type { Jobs } from '../runner/runner.ts'
import { expireDeliveries } from './expire-deliveries.ts'
import { makeDeliveries } from './make-deliveries.ts'

/** The jobs that create deliveries from audit entries, and delete old ones. */
export const deliveryJobs = (deps: Deps): Jobs => ({
  outbox: { run: makeDeliveries(deps), atOnce: 4 },
  expiry: { run: expireDeliveries(deps), atOnce: 1 },
})
