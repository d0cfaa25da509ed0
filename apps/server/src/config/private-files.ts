import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const ours = /^((bunting|events)\.db(\.before-\w+)?(-wal|-shm|-journal|-copy|-restoring)?|delivery)$/
const othersBits = 0o077

/**
 * Makes the data directory private, whichever program created it: it holds hashes of keys, sessions, rules and people.
 * Returns a warning if its mode cannot be changed.
 */
export const keepPrivate = (dataDir: string): string | undefined => {
  // Windows has access control lists, which a directory inherits.
  if (process.platform === 'win32') return undefined
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const names = readdirSync(dataDir)
    const { mode, uid } = statSync(dataDir)
    const isOpen = (mode & othersBits) !== 0
    if (isOpen && (uid !== process.getuid?.() || !names.every((name) => ours.test(name)))) return warningOf(dataDir)
    if (isOpen) chmodSync(dataDir, 0o700)
    for (const name of names) if (ours.test(name)) tighten(join(dataDir, name))
    return undefined
  } catch (error) {
    // Any other problem will show when the directory is opened.
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? warningOf(dataDir) : undefined
  }
}

const tighten = (path: string): void => {
  const stats = lstatSync(path)
  if (stats.isSymbolicLink()) return
  if ((stats.mode & othersBits) !== 0) chmodSync(path, stats.isDirectory() ? 0o700 : 0o600)
  if (stats.isDirectory()) for (const name of readdirSync(path)) tighten(join(path, name))
}

const warningOf = (dataDir: string): string =>
  `Others on this machine can look into the data directory ${dataDir}, and it is not Bunting’s alone to close it: give it to the user that runs Bunting (chmod 700), or set another BUNTING_DATA_DIR.`
