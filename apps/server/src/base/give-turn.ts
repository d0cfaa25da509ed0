import { setImmediate } from 'node:timers/promises'

/**
 * To be awaited between the pieces of long work. The embedded database answers within the same turn of the loop, so until
 * all of them were done no request would be answered, and no timer would go off.
 */
export const giveTurn = (): Promise<void> => setImmediate()
