/** The value of a tracked event: one that is no number does not count. */
export const valueIn = (details: { value?: unknown } | undefined): { value?: number } =>
  typeof details?.value === 'number' ? { value: details.value } : {}
