import { join } from 'node:path'

/** A program that a supervisor runs. */
export type Program = {
  command: string
  args: string[]
  /** The program's own folder, removed with it. */
  folder: string
  /** The user it runs as, if not the current one. */
  user?: { uid: number; gid: number } | undefined
  endSignal: NodeJS.Signals
}

export const logFile = (folder: string) => join(folder, 'log')
