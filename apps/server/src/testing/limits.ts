/**
 * The timeout of a test, for tests that hang. No result may depend on it: a test awaits conditions, which take as long as
 * the machine needs, and the longest awaits hundreds of them.
 */
export const testLimitMs = 900_000

/** The timeout of a condition, shorter than that of the test, so that the failure names the condition. */
export const conditionLimitMs = 240_000
