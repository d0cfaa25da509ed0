type Border = { above?: number; below?: number; for?: number }

/** A guardrail; by default one that any value above 0 crosses at once. */
export const guardrail = (query: string, border: Border = {}, what: 'pause' | 'rollback' = 'pause') => ({
  query,
  for: 0,
  ...(border.below === undefined ? { above: 0 } : {}),
  ...border,
  // biome-ignore lint/suspicious/noThenProperty: a text, which nobody takes for a promise.
  then: what,
})
