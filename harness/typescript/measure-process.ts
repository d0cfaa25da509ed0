import { readdirSync } from 'node:fs'

const count = (folder: string): number => {
  try {
    return readdirSync(folder).length
  } catch {
    // Only Linux has these folders.
    return 0
  }
}

/** The current threads, open files and memory of this process. */
export const measureProcess = () => ({
  threads: count('/proc/self/task'),
  fds: count('/proc/self/fd'),
  rss: process.memoryUsage().rss,
})
