import { execFile } from 'node:child_process'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { makeFolder } from '../../../src/testing/services/make-folder.ts'

const run = promisify(execFile)

/** A small disk in memory for one test. Mounting one requires root. */
export const mountSmallDisk = async (megabytes: number) => {
  const folder = await makeFolder('disk')
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0777`, 'tmpfs', folder])
  onTestFinished(async () => {
    await run('umount', ['--lazy', folder])
    await rm(folder, { recursive: true })
  })
  const filler = join(folder, 'filler')
  return {
    folder,
    /** Leaves not a byte, or so many. */
    fill: async (leftBytes = 0): Promise<void> => {
      const file = await open(filler, 'w')
      for (const bytes of [1024 * 1024, 4_096, 1]) {
        let isFull = false
        while (!isFull) isFull = await file.write(Buffer.alloc(bytes)).then(() => false, isOutOfSpace)
      }
      await file.truncate((await file.stat()).size - leftBytes)
      await file.close()
    },
    makeRoom: () => rm(filler),
  }
}

const isOutOfSpace = (error: NodeJS.ErrnoException): true => {
  if (error.code !== 'ENOSPC') throw error
  return true
}
