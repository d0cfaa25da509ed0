import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { encodingFor } from '../../http/server/accepted-encoding.ts'
import type { CompiledBundle } from '../bundle/compiled-bundle.ts'
import { openShared } from '../bundle/shared-texts.ts'
import type { Answer, Request } from './answer.ts'
import { openPackOnce, type PackOnce } from './pack-once.ts'

/** A text of a bundle; `name` says which. */
type Content = { bundle: CompiledBundle; name: string; text: string }

/** Shorter texts fit into one packet anyway, so they are not compressed. */
const smallLength = 1_024

/** Callers share the bytes of longer texts, since they may be slow to take them. */
const largeLength = 32 * 1024
const asBytes = openShared<Buffer>()

/** With a higher quality, brotli takes several times as long to save another tenth. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const packers = { br: promisify(brotliCompress), gzip: promisify(gzip) }
const packOnce: Record<keyof typeof packers, PackOnce<Buffer>> = { br: openPackOnce(), gzip: openPackOnce() }

/** A 200 with the text of a revision, compressed once for all callers that accept it. */
export const packedAnswer = (request: Request, { bundle, name, text }: Content): Answer | Promise<Answer> => {
  const etag = `"${bundle.revision}"`
  const plain = (): Answer => {
    const body = text.length < largeLength ? text : asBytes(bundle, name, () => Buffer.from(text))
    return { status: 200, body, headers: ['ETag', etag, ...varies] }
  }
  const encoding =
    text.length < smallLength ? undefined : encodingFor(request.headers['accept-encoding'], ['br', 'gzip'])
  if (encoding === undefined) return plain()
  const answer = (body: Buffer | undefined): Answer =>
    // The content is the same, but not the bytes, so the tag is weak.
    body ? { status: 200, body, headers: ['ETag', `W/${etag}`, 'Content-Encoding', encoding, ...varies] } : plain()
  const packed = packOnce[encoding](bundle, name, () => packers[encoding](text, quality))
  return packed instanceof Promise ? packed.then(answer) : answer(packed)
}

/** The caller decides whether the answer is compressed. */
export const varies = ['Vary', 'Accept-Encoding'] as const
