const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/** A bar of at most `width` columns, exact to an eighth of one; a value above 0 is always visible. */
export const barText = (value: number, max: number, width: number): string => {
  if (value <= 0 || max <= 0) return ''
  const units = Math.max(1, Math.round((value / max) * width * 8))
  return '█'.repeat(Math.floor(units / 8)) + eighths[units % 8]
}
