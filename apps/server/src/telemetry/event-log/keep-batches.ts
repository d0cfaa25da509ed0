/** How long a batch is remembered under its Idempotency-Key. */
export const keepBatchesMs = 24 * 60 * 60 * 1_000
