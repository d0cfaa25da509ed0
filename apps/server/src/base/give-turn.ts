import { setImmediate } from 'node:timers/promises'

/**
 * Await this between the parts of long work. The embedded database answers within the same turn of the event loop, so
 * without it no request would be answered, and no timer would fire, until all work is done.
 */
export const giveTurn = (): Promise<void> => setImmediate()
