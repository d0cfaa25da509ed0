const TERMINAL_MS = 500
const LOG_MS = 5_000

/** Says `line()` again and again: on a terminal in place, elsewhere as a line every few seconds. Returns what ends it. */
export function showProgress(line) {
  const terminal = process.stderr.isTTY
  const show = () => process.stderr.write(terminal ? `\r\x1b[K${line()}` : `${line()}\n`)
  const timer = setInterval(show, terminal ? TERMINAL_MS : LOG_MS)
  return () => {
    clearInterval(timer)
    if (terminal) process.stderr.write('\r\x1b[K')
  }
}
