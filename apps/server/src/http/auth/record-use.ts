import { unwritableBy } from '../../store/core/unwritable.ts'
import type { Store } from '../../store/store.ts'

/**
 * Records that a key or a session was used. A database that cannot be written to, as on a full disk, refuses no request
 * for that: reads go on, and a change is refused when it is saved.
 */
export const recordUse = (store: Pick<Store, 'failed'>, recorded: Promise<void>): Promise<void> =>
  recorded.catch((error: unknown) => {
    if (!unwritableBy(error)) throw error
    store.failed(error)
  })
