const secondsOf: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 }

/** `90d` in seconds; undefined where it is no such text. */
export const parseDuration = (text: string): number | undefined => {
  const [, count, unit = ''] = /^(\d{1,6})([smhdw])$/.exec(text) ?? []
  return count === undefined ? undefined : Number(count) * (secondsOf[unit] ?? 0)
}
