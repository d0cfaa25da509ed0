const secondsOf: Record<string, number> = { w: 604_800, d: 86_400, h: 3_600, m: 60, s: 1 }

/** `90d` or `1d12h` in seconds; undefined where it is no such text. */
export const parseDuration = (text: string): number | undefined => {
  if (!/^(\d{1,6}[wdhms])+$/.test(text)) return undefined
  return [...text.matchAll(/(\d+)(\w)/g)].reduce((sum, [, count, unit = '']) => sum + Number(count) * of(unit), 0)
}

const of = (unit: string): number => secondsOf[unit] ?? 0

/** The same the other way: `1d12h`. Weeks are told as days. */
export const durationText = (seconds: number): string => {
  let rest = seconds
  const parts = ['d', 'h', 'm', 's'].map((unit) => {
    const count = Math.floor(rest / of(unit))
    rest -= count * of(unit)
    return count === 0 ? '' : `${count}${unit}`
  })
  return parts.join('') || '0s'
}
