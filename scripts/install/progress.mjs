const TERMINAL_MS = 500
const LOG_MS = 5_000

/** Shows `line()` repeatedly: in place on a terminal, else as a line every few seconds. Returns a function that stops it. */
export function showProgress(line) {
  const terminal = process.stderr.isTTY
  const show = () => process.stderr.write(terminal ? `\r\x1b[K${line()}` : `${line()}\n`)
  const timer = setInterval(show, terminal ? TERMINAL_MS : LOG_MS)
  return () => {
    clearInterval(timer)
    if (terminal) process.stderr.write('\r\x1b[K')
  }
}
