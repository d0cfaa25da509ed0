export type Progress = {
  /** Begins to show progress on a terminal, after a second. */
  start(): void
  /** Sets how much is done. */
  step(done: number, total: number, of: string): void
  /** Removes the line while other output is written. */
  clear(): void
  stop(): void
}

const delayMs = 1_000
const frameMs = 100
const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const barWidth = 24

const bar = (done: number, total: number): string => {
  const filled = total === 0 ? barWidth : Math.round((barWidth * done) / total)
  return `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)}`
}

/** Shows a spinner, or a bar if the total is known, and nothing if the stream is no terminal. */
export const openProgress = (stream: NodeJS.WriteStream): Progress => {
  let waiting: NodeJS.Timeout | undefined
  let drawing: NodeJS.Timeout | undefined
  let label = 'Waiting for the server'
  let frame = 0
  let shown = false

  const clear = (): void => {
    if (shown) stream.write('\r\x1b[2K')
    shown = false
  }
  const draw = (): void => {
    frame = (frame + 1) % frames.length
    stream.write(`\r\x1b[2K${frames[frame]} ${label}`)
    shown = true
  }
  const stop = (): void => {
    clearTimeout(waiting)
    clearInterval(drawing)
    clear()
  }
  return {
    start: () => {
      stop()
      if (!stream.isTTY) return
      waiting = setTimeout(() => {
        drawing = setInterval(draw, frameMs).unref()
      }, delayMs).unref()
    },
    step: (done, total, of) => {
      label = `${bar(done, total)} ${done}/${total} ${of}`
    },
    clear,
    stop,
  }
}
