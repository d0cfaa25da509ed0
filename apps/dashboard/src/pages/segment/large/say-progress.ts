/** `126 MB`, `3.4 kB`, `10 bytes`. */
export const sayBytes = (bytes: number): string => {
  if (bytes < 1_000) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  const [unit, by] = bytes < 1e6 ? (['kB', 1e3] as const) : (['MB', 1e6] as const)
  const value = bytes / by
  return `${value.toFixed(value < 10 ? 1 : 0)}\u00a0${unit}`
}

/** How far it is, and how long it takes on. Once all is sent, the service is at it. */
export const sayProgress = (sent: number, all: number, tookMs: number): string => {
  if (sent >= all) return 'All of it is sent, and is sorted now.'
  const seconds = Math.ceil(((all - sent) * tookMs) / Math.max(sent, 1) / 1_000)
  const left = sent === 0 || tookMs < 1_000 ? '' : `, about ${seconds}\u00a0s left`
  return `${sayBytes(sent)} of ${sayBytes(all)}${left}.`
}
