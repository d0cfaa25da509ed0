import { rmSync } from 'node:fs'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fail } from '@bunting/contract'

type DatabaseCopy = { size: number; pieces: AsyncGenerator<Uint8Array> }

export type Copier = {
  /** Copies the database as it is now to one file. Only one copy at a time, until its pieces were read or returned. */
  copy(): Promise<DatabaseCopy>
  /** Call this before the database is closed; it returns a function to call after the database is closed. */
  close(): Promise<() => Promise<void>>
}

/** The temporary file of a copy. A process that is killed while it copies leaves it behind. */
const copyName = 'bunting.db-copy'

const pieceBytes = 256 * 1_024

/**
 * Copies the embedded database while it is in use. `hold` checkpoints everything that is committed into the file and
 * then leaves the file alone (new commits stay in the log) until the function that it returns is called: so the file is
 * copied like any other, and nobody waits. A finished copy is unlinked at once, so that it disappears with its last
 * reader.
 */
export const copierOf = (dataDir: string, hold: () => Promise<() => void>): Copier => {
  const path = join(dataDir, copyName)
  rmSync(path, { force: true })
  let source: FileHandle | undefined
  let copying: Promise<void> | undefined
  let busy = false
  let closing = false

  const copyTo = async (target: FileHandle): Promise<number> => {
    // Must be closed after the database: POSIX locks of a file end with the first descriptor of it that a process closes.
    source ??= await open(join(dataDir, 'bunting.db'), 'r')
    const release = await hold()
    try {
      const buffer = Buffer.allocUnsafe(4 * pieceBytes)
      for (let at = 0; ; ) {
        const { bytesRead } = await source.read(buffer, 0, buffer.length, at)
        if (closing) throw new Error('the database is being closed')
        if (bytesRead === 0) return at
        await target.writeFile(buffer.subarray(0, bytesRead))
        at += bytesRead
      }
    } finally {
      release()
    }
  }

  async function* piecesOf(file: FileHandle): AsyncGenerator<Uint8Array> {
    try {
      // Starts the generator, so that a consumer's `return()` runs the `finally` below.
      yield new Uint8Array(0)
      for (let at = 0; ; ) {
        const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(pieceBytes), 0, pieceBytes, at)
        if (bytesRead === 0) return
        at += bytesRead
        yield buffer.subarray(0, bytesRead)
      }
    } finally {
      busy = false
      await file.close()
    }
  }

  const make = async (): Promise<DatabaseCopy> => {
    const file = await open(path, 'wx+', 0o600)
    try {
      const size = await copyTo(file)
      const pieces = piecesOf(file)
      await pieces.next()
      return { size, pieces }
    } catch (error) {
      await file.close()
      throw error
    } finally {
      await unlink(path)
    }
  }

  return {
    copy: async () => {
      if (busy) fail('SERVICE_UNAVAILABLE', 'Another backup is being made or read: one at a time.')
      busy = true
      const made = make()
      copying = made.then(ignore, ignore)
      return made.catch((error: NodeJS.ErrnoException) => {
        busy = false
        if (error.code !== 'ENOSPC') throw error
        return fail('SERVICE_UNAVAILABLE', 'The disk of the data directory has no room for a copy of the database.')
      })
    },
    close: async () => {
      closing = true
      await copying
      return async () => source?.close()
    },
  }
}

const ignore = (): void => undefined
