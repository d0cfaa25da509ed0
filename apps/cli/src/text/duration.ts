const secondsOf: Record<string, number> = { w: 604_800, d: 86_400, h: 3_600, m: 60, s: 1 }

/** Parses `90d` or `1d12h` into seconds; undefined if the text is no duration. */
export const parseDuration = (text: string): number | undefined => {
  if (!/^(\d{1,6}[wdhms])+$/.test(text)) return undefined
  return [...text.matchAll(/(\d+)(\w)/g)].reduce((sum, [, count, unit = '']) => sum + Number(count) * of(unit), 0)
}

const of = (unit: string): number => secondsOf[unit] ?? 0

/** Writes seconds as `1d12h`. Weeks become days. */
export const durationText = (seconds: number): string => {
  let rest = seconds
  const parts = ['d', 'h', 'm', 's'].map((unit) => {
    const count = Math.floor(rest / of(unit))
    rest -= count * of(unit)
    return count === 0 ? '' : `${count}${unit}`
  })
  return parts.join('') || '0s'
}
