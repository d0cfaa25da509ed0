import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'

/** Where something lies in a scratch file. */
export type Extent = { readonly at: number; readonly length: number }

export type ScratchFile = {
  append(bytes: Uint8Array): Promise<Extent>
  read(extent: Extent): Promise<Buffer>
  readInto(extent: Extent, buffer: Buffer, at: number): Promise<void>
  close(): Promise<void>
}

/**
 * A place for what is too large for memory while it is worked on. It loses its name as soon as it is open, so that it is
 * gone with its process, however that ends. It is made by the first bytes.
 */
export const openScratchFile = (folder: string): ScratchFile => {
  let opening: Promise<FileHandle> | undefined
  let end = 0

  const make = async (): Promise<FileHandle> => {
    await mkdir(folder, { recursive: true })
    const path = join(folder, `upload-${crypto.randomUUID()}`)
    const file = await open(path, 'wx+', 0o600)
    await unlink(path)
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
