import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** A range of bytes in a scratch file. */
export type Extent = { readonly at: number; readonly length: number }

export type ScratchFile = {
  append(bytes: Uint8Array): Promise<Extent>
  read(extent: Extent): Promise<Buffer>
  readInto(extent: Extent, buffer: Buffer, at: number): Promise<void>
  close(): Promise<void>
}

/**
 * A temporary file for data that is too large for memory. Its name is removed as soon as it is open, so that the file is gone
 * with its process, however that ends. It is created when the first bytes are written.
 */
export const openScratchFile = (folder: string): ScratchFile => {
  let opening: Promise<FileHandle> | undefined
  let end = 0

  const make = async (): Promise<FileHandle> => {
    await mkdir(folder, { recursive: true })
    const path = join(folder, `upload-${crypto.randomUUID()}`)
    const file = await open(path, 'wx+', 0o600)
    await rm(path, { force: true })
    return file
  }

  const readInto = async ({ at, length }: Extent, buffer: Buffer, start: number): Promise<void> => {
    if (length === 0) return
    const file = await (opening as Promise<FileHandle>)
    for (let done = 0; done < length; ) {
      const { bytesRead } = await file.read(buffer, start + done, length - done, at + done)
      if (bytesRead === 0) throw new Error('a scratch file ends before what was written to it')
      done += bytesRead
    }
  }

  return {
    append: async (bytes) => {
      opening ??= make()
      const file = await opening
      const extent = { at: end, length: bytes.length }
      end += bytes.length
      for (let done = 0; done < bytes.length; ) {
        const { bytesWritten } = await file.write(bytes, done, bytes.length - done, extent.at + done)
        done += bytesWritten
      }
      return extent
    },
    read: async (extent) => {
      const buffer = Buffer.allocUnsafe(extent.length)
      await readInto(extent, buffer, 0)
      return buffer
    },
    readInto,
    close: async () => {
      const file = await opening?.catch(() => undefined)
      await file?.close()
    },
  }
}

/** The names that scratch files have for a moment. */
const isScratch = (name: string): boolean => /^upload-[0-9a-f-]{36}$/.test(name)

/** Removes the scratch files of processes that were killed in the moment between opening a file and removing its name. */
export const removeScratchFiles = async (folder: string): Promise<void> => {
  const names = await readdir(folder).catch((): string[] => [])
  for (const name of names.filter(isScratch)) await rm(join(folder, name), { force: true })
}
