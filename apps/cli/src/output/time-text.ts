/** `2026-01-31 12:00` in UTC: short, sortable, the same for everybody. */
export const timeText = (timestamp: string): string => timestamp.slice(0, 16).replace('T', ' ')
