/**
 * The only bounds on time in tests. They end what hangs and decide nothing: whatever a test awaits is a condition, and takes
 * as long as the machine needs for it.
 */
export const testLimitMs = 300_000

/** Below that of the test, so that a condition that never comes true is what the failure names. */
export const conditionLimitMs = 240_000
