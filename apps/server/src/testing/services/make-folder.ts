import { statfsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const makeFolder = (name: string, parent = tmpdir()) => mkdtemp(join(parent, `bunting-${name}-`))

/** Makes a folder in memory if there is enough: hundreds of databases that last a minute need no disk. */
export const makePassingFolder = (name: string) => makeFolder(name, hasRoom(memory) ? memory : tmpdir())

const memory = '/dev/shm'
const enoughBytes = 4 * 2 ** 30

const hasRoom = (folder: string): boolean => {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= enoughBytes
  } catch {
    return false
  }
}
