import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { BundleCache } from './options.ts'

/**
 * Keeps the last bundle in a file, for Node, Bun and Deno. It is written to a temporary file and renamed, so no reader
 * sees half a bundle. Only its owner can read it, since it holds every rule.
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
      if ((error as { code?: string }).code === 'ENOENT') return undefined
      throw error
    }
  },
  write: async (text) => {
    await mkdir(dirname(path), { recursive: true })
    // Several processes may share the file: each has a temporary file of its own.
    const aside = `${path}.${crypto.randomUUID()}`
    await writeFile(aside, text, { mode: 0o600 })
    await rename(aside, path)
  },
})
