/** `2026-01-31 12:00` in UTC: short, sortable, the same for everybody. */
export const timeText = (timestamp: string, withSeconds = false): string =>
  timestamp.slice(0, withSeconds ? 19 : 16).replace('T', ' ')
