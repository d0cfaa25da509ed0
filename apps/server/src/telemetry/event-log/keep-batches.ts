/** The time for which the Idempotency-Key of a batch is remembered. */
export const keepBatchesMs = 24 * 60 * 60 * 1_000
