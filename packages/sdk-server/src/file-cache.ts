import { type FileHandle, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { BundleCache } from './options.ts'

/**
 * Keeps the last bundle in a file, and large lists in files beside it, for Node, Bun and Deno. Each is written to a temporary file and renamed, so no reader
 * sees half of one. Only the owner can read them, since the bundle holds every rule.
 *
 * @example
 * ```ts
 * import { openFlags } from '@bunting/sdk-server'
 * import { fileCache } from '@bunting/sdk-server/file-cache'
 *
 * const flags = openFlags({ url: 'http://127.0.0.1:4001', key: 'sk_…', cache: fileCache('/var/cache/shop/flags.json') })
 * ```
 */
export const fileCache = (path: string): BundleCache => ({
  read: async () => {
    try {
      return await readFile(path, 'utf8')
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  },
  write: (text) => replaceFile(path, (file) => file.writeFile(text)),
  lists: {
    read: async (list) => {
      try {
        const file = await open(listPath(path, list))
        return file.createReadStream({ highWaterMark: 256 * 1024 })
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    write: (list, bytes) =>
      replaceFile(listPath(path, list), async (file) => {
        for (const part of bytes) await file.write(part)
      }),
    remove: (list) => rm(listPath(path, list), { force: true }),
  },
})

const isMissing = (error: unknown): boolean => (error as { code?: string }).code === 'ENOENT'

/** Beside the bundle. Ids come from the server: one that could be a path is none. */
const listPath = (path: string, list: string): string => {
  if (!/^[A-Za-z0-9_-]{1,100}$/.test(list)) throw new Error('A list has an id that is none.')
  return `${path}.${list}`
}

const replaceFile = async (path: string, write: (file: FileHandle) => Promise<void>): Promise<void> => {
  await mkdir(dirname(path), { recursive: true })
  // Several processes may share the file: each has a temporary file of its own.
  const aside = `${path}.${crypto.randomUUID()}`
  try {
    const file = await open(aside, 'wx', 0o600)
    try {
      await write(file)
    } finally {
      await file.close()
    }
    await rename(aside, path)
  } catch (error) {
    await rm(aside, { force: true })
    throw error
  }
}
