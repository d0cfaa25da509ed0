const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/** A bar of so many columns at most, to an eighth of one; what is there at all can be seen. */
export const barText = (value: number, max: number, width: number): string => {
  if (value <= 0 || max <= 0) return ''
  const units = Math.max(1, Math.round((value / max) * width * 8))
  return '█'.repeat(Math.floor(units / 8)) + eighths[units % 8]
}
