import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { BundleCache } from './options.ts'

/**
 * Keeps the last bundle in a file, for Node, Bun and Deno. Who reads it never sees half a bundle: it is written aside
 * and renamed. Rules are in it, so it is readable for its owner alone.
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
    // Several processes may share the file: each writes its own beside it.
    const aside = `${path}.${crypto.randomUUID()}`
    await writeFile(aside, text, { mode: 0o600 })
    await rename(aside, path)
  },
})
