import { createGunzip } from 'node:zlib'
import { fail, limits } from '@bunting/contract'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { BufferedMessage } from '../server/buffered-message.ts'

/** A body that is read as it comes. */
export type Upload = {
  type: string
  /** The version that it is meant for, as `If-Match` says it. */
  ifMatch: string | undefined
  /** The unpacked bytes. Fails if there are too many, packed or unpacked. */
  bytes: AsyncGenerator<Uint8Array>
}

export const readUpload = (types: readonly string[], c: Context): Upload => {
  const request = c.req.raw
  const sent = request.headers.get('content-type') ?? ''
  const type = sent.replace(/;.*/, '').trim().toLowerCase()
  if (!types.includes(type)) fail('UNSUPPORTED_MEDIA_TYPE', `Send one of ${types.join(', ')}.`)
  const encoding = (request.headers.get('content-encoding') ?? 'identity').trim().toLowerCase()
  if (!['identity', 'gzip'].includes(encoding)) fail('UNSUPPORTED_MEDIA_TYPE', 'Send it as it is, or packed by gzip.')
  if (Number(request.headers.get('content-length')) > limits.listUploadBytes) tooLarge()
  const incoming = (c.env as HttpBindings | undefined)?.incoming
  if (incoming instanceof BufferedMessage) incoming.streamBody()
  const body = bounded(request.body ?? [])
  return {
    type,
    ifMatch: request.headers.get('if-match') ?? undefined,
    bytes: encoding === 'gzip' ? bounded(unpacked(body)) : body,
  }
}

async function* bounded(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let length = 0
  for await (const piece of bytes) {
    length += piece.length
    if (length > limits.listUploadBytes) tooLarge()
    yield piece
  }
}

/** Unpacks only as fast as the result is read, so that a small body that unpacks to gigabytes takes little memory. */
async function* unpacked(packed: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip()
  const feeding = feed(packed, gunzip)
  // A refused body may break off later, when no caller awaits it.
  feeding.catch(() => undefined)
  try {
    yield* gunzip
    await feeding
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code?.startsWith('Z_'))
      fail('VALIDATION_ERROR', 'The body is not gzip, or breaks off.')
    throw error
  } finally {
    gunzip.destroy()
    // The next bytes may never come, and the answer does not wait for them.
    void packed.return(undefined).catch(() => undefined)
  }
}

const feed = async (packed: AsyncGenerator<Uint8Array>, gunzip: ReturnType<typeof createGunzip>): Promise<void> => {
  try {
    for await (const piece of packed) {
      if (gunzip.destroyed) return
      if (!gunzip.write(piece))
        await new Promise<void>((resolve) => {
          gunzip.once('drain', resolve)
          gunzip.once('close', resolve)
        })
    }
    gunzip.end()
  } catch (error) {
    // The reader of the unpacked bytes then fails with this error.
    gunzip.destroy(error as Error)
    throw error
  }
}

const tooLarge = (): never =>
  fail('PAYLOAD_TOO_LARGE', `The body is larger than ${limits.listUploadBytes / 1024 ** 3} GiB.`)
