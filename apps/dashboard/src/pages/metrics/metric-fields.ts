export const capProblem = (cap: string): string | undefined =>
  cap.trim() === '' || Number(cap) > 0 ? undefined : 'It is a number above zero, or empty.'

/** How long events count after the first exposure. */
export const windows = [
  { seconds: 60, label: 'a minute' },
  { seconds: 600, label: '10 minutes' },
  { seconds: 3_600, label: 'an hour' },
  { seconds: 86_400, label: '24 hours' },
  { seconds: 3 * 86_400, label: '3 days' },
  { seconds: 7 * 86_400, label: '7 days' },
  { seconds: 14 * 86_400, label: '14 days' },
  { seconds: 30 * 86_400, label: '30 days' },
]

/** How long after the first exposure events begin to count. */
export const afters = [
  { seconds: 0, label: 'at once' },
  { seconds: 86_400, label: 'a day later' },
  { seconds: 7 * 86_400, label: '7 days later' },
  { seconds: 14 * 86_400, label: '14 days later' },
]
