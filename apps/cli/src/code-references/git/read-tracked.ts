import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs'
import { sep } from 'node:path'
import { maxFileBytes, type TrackedFile } from './tracked-files.ts'

/** The reason why a file is not searched: it is not checked out, it is outside of the repository, or it is too large. */
export type Unread = 'absent' | 'outside' | 'large'

export type ReadTracked = (file: TrackedFile) => Buffer | Unread

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants

/**
 * Reads files of a working tree, but never through a symbolic link that leads out of it. The bytes are valid until the next
 * file is read.
 */
export const openReader = (root: string): ReadTracked => {
  const buffer = Buffer.allocUnsafe(maxFileBytes + 1)
  const isInside = insideOf(root)
  return ({ location, path }) => {
    if (!isInside(folderOf(location))) return 'outside'
    // If a link or a pipe has replaced the file, it is neither followed nor waited for.
    const opened = openAt(under(root, location))
    if (typeof opened === 'string') return opened
    try {
      const found = fstatSync(opened)
      if (!found.isFile()) return 'outside'
      if (found.size > maxFileBytes) return 'large'
      const length = readAll(opened, buffer)
      return length > maxFileBytes ? 'large' : buffer.subarray(0, length)
    } catch (error) {
      throw new Error(`${path} cannot be read: ${(error as Error).message}`)
    } finally {
      closeSync(opened)
    }
  }
}

const openAt = (location: string | Buffer): number | Unread => {
  try {
    return openSync(location, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ELOOP' || code === 'ENXIO' ? 'outside' : 'absent'
  }
}

const readAll = (file: number, buffer: Buffer): number => {
  for (let length = 0; ; ) {
    const read = readSync(file, buffer, length, buffer.length - length, null)
    length += read
    if (read === 0 || length === buffer.length) return length
  }
}

const under = (root: string, location: string | Buffer): string | Buffer =>
  typeof location === 'string' ? `${root}/${location}` : Buffer.concat([Buffer.from(`${root}/`), location])

/** Returns a function that checks, once per folder, whether it is inside the working tree after resolving all links. */
const insideOf = (root: string): ((folder: string | Buffer) => boolean) => {
  const known = new Map<string, boolean>()
  const realRoot = realpathSync(root)
  return (folder) => {
    if (folder.length === 0) return true
    const name = typeof folder === 'string' ? folder : folder.toString('latin1')
    const found = known.get(name)
    if (found !== undefined) return found
    const inside = leadsInside(realRoot, under(root, folder))
    known.set(name, inside)
    return inside
  }
}

const leadsInside = (realRoot: string, folder: string | Buffer): boolean => {
  try {
    return `${realpathSync(folder)}${sep}`.startsWith(realRoot.endsWith(sep) ? realRoot : `${realRoot}${sep}`)
  } catch {
    // The folder is not checked out: opening the file will fail.
    return true
  }
}

const folderOf = (location: string | Buffer): string | Buffer => {
  const end = Math.max(0, location.lastIndexOf('/'))
  return typeof location === 'string' ? location.slice(0, end) : location.subarray(0, end)
}
