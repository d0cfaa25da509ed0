const dayMs = 86_400_000

/** The choices for when a new key expires, in days. */
export const keyEnds = [
  { label: 'Never', days: null },
  { label: 'In 30 days', days: 30 },
  { label: 'In 90 days', days: 90 },
  { label: 'In a year', days: 365 },
] as const

export const endAfter = (days: number | null, now: Date): string | null =>
  days === null ? null : new Date(now.getTime() + days * dayMs).toISOString()
