import { join } from 'node:path'

/** What a supervisor runs. */
export type Program = {
  command: string
  args: string[]
  /** Its own: removed with it. */
  folder: string
  /** Whom it runs as, where not as us. */
  user?: { uid: number; gid: number } | undefined
  endSignal: NodeJS.Signals
}

export const logFile = (folder: string) => join(folder, 'log')
