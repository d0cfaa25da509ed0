import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from '../base/log.ts'

/** A copy on disk of what was served, for an instance that starts while the edge is away. */
export type LastKnown = {
  /** What is as it was `before` is not written again: its copy is only said to be of now. */
  remember(key: string, text: string | undefined, before: string | undefined): void
  recall(key: string): Promise<{ text: string; ageMs: number } | undefined>
}

type Pending = { text: string | undefined; isNew: boolean }

/** More than anything that was written here. */
const maxBytes = 32 * 1024 * 1024

/** Keys are hashes and ids: they name their files. Where the directory cannot be written, that is said once. */
export const openLastKnown = (dir: string | undefined, log: Logger): LastKnown => {
  if (dir === undefined) return { remember: () => undefined, recall: async () => undefined }
  const pending = new Map<string, Pending>()
  let writing = false
  let failed = false
  const fileOf = (key: string): string => join(dir, `${key}.json`)

  const write = async (key: string, { text, isNew }: Pending): Promise<void> => {
    if (text === undefined) return rm(fileOf(key), { force: true })
    if (!isNew && (await isTouched(fileOf(key)))) return
    const temporary = `${fileOf(key)}.${process.pid}`
    await writeFile(temporary, text)
    await rename(temporary, fileOf(key))
  }

  const writeAll = async (): Promise<void> => {
    try {
      await mkdir(dir, { recursive: true })
      for (const [key, one] of pending) {
        pending.delete(key)
        await write(key, one)
      }
    } catch (error) {
      pending.clear()
      if (!failed) log.warn({ err: error, dir }, 'no copy of what is served can be kept on disk')
      failed = true
    } finally {
      writing = false
    }
  }

  return {
    remember: (key, text, before) => {
      pending.set(key, { text, isNew: text !== before || pending.get(key)?.isNew === true })
      if (writing) return
      writing = true
      void writeAll()
    },
    recall: async (key) => {
      try {
        const { mtimeMs, size } = await stat(fileOf(key))
        if (size > maxBytes) return undefined
        return { text: await readFile(fileOf(key), 'utf8'), ageMs: Math.max(0, Date.now() - mtimeMs) }
      } catch {
        // There is none: then it is as unknown as it was.
        return undefined
      }
    },
  }
}

/** False where there is none. */
const isTouched = (file: string): Promise<boolean> => {
  const now = new Date()
  return utimes(file, now, now).then(
    () => true,
    () => false,
  )
}
