import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

/**
 * Loading the program leaves more behind than the program takes, and V8 keeps the room for it until something presses.
 * This collects all of it and gives the room back, in tens of milliseconds: for when a process has started and nobody
 * waits yet. How it collects from then on is as ever.
 */
export const giveBackMemory = (): void => {
  setFlagsFromString('--expose-gc')
  const collect: Collect | undefined = runInNewContext('globalThis.gc')
  setFlagsFromString('--no-expose-gc')
  collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
