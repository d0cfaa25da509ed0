import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { maxBundleBytes } from '../../rules/configs/bundle-size.ts'

/** A copy on disk of what was served, for an instance that starts while the edge is away. */
export type LastKnown = {
  /**
   * Writes a copy in the background. `text` is called when the copy is written; if it is undefined, the copy is
   * removed. If the text is not new, only the time of the copy is updated.
   */
  remember(key: string, text: (() => string) | undefined, isNew: boolean): void
  recall(key: string): Promise<{ text: string; ageMs: number } | undefined>
  /** Writes at once the copies that are pending. */
  close(): Promise<void>
}

type Pending = { text: (() => string) | undefined; isNew: boolean }

/** Larger than any copy that is written here: a larger file is ignored. */
const maxBytes = 2 * maxBundleBytes

/**
 * Keys are hashes and ids, so they can be file names. `onError` is called if the directory cannot be written. `restMs`
 * says how long to rest after writing for `tookMs`.
 */
export const openLastKnown = (
  dir: string | undefined,
  onError: (error: unknown) => void,
  restMs: (tookMs: number) => number = () => 0,
): LastKnown => {
  if (dir === undefined)
    return { remember: () => undefined, recall: async () => undefined, close: async () => undefined }
  const pending = new Map<string, Pending>()
  let writing: Promise<void> | undefined
  const closed = Promise.withResolvers<void>()
  const fileOf = (key: string): string => join(dir, `${key}.json`)

  const write = async (key: string, one: Pending): Promise<void> => {
    if (one.text === undefined) return rm(fileOf(key), { force: true })
    if (one.isNew) {
      const temporary = `${fileOf(key)}.${process.pid}`
      await writeFile(temporary, one.text())
      await rename(temporary, fileOf(key))
    } else if (!(await isTouched(fileOf(key)))) {
      // The file was removed. There may be a newer version by now.
      pending.set(key, { ...(pending.get(key) ?? one), isNew: true })
    }
  }

  const writePending = async (): Promise<void> => {
    try {
      await mkdir(dir, { recursive: true })
      for (const [key, one] of pending) {
        pending.delete(key)
        await write(key, one)
      }
    } catch (error) {
      pending.clear()
      onError(error)
    }
  }

  const writeAll = async (): Promise<void> => {
    while (pending.size > 0) {
      const beganNs = process.hrtime.bigint()
      await writePending()
      const rest = restMs(Number(process.hrtime.bigint() - beganNs) / 1e6)
      if (rest > 0) await Promise.race([wait(rest), closed.promise])
    }
    writing = undefined
  }

  return {
    remember: (key, text, isNew) => {
      pending.set(key, { text, isNew: isNew || pending.get(key)?.isNew === true })
      writing ??= writeAll()
    },
    recall: async (key) => {
      try {
        const { mtimeMs, size } = await stat(fileOf(key))
        if (size > maxBytes) return undefined
        return { text: await readFile(fileOf(key), 'utf8'), ageMs: Math.max(0, Date.now() - mtimeMs) }
      } catch {
        // There is no copy, so the value stays unknown.
        return undefined
      }
    },
    close: async () => {
      closed.resolve()
      await writing
    },
  }
}

/** Waits without keeping the process alive. */
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref())

/** Sets the time of a file to now; false if there is no file. */
const isTouched = (file: string): Promise<boolean> => {
  const now = new Date()
  return utimes(file, now, now).then(
    () => true,
    () => false,
  )
}
