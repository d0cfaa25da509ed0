import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { ApiError, limits } from '@bunting/contract'

const json = /^application\/json *(;|$)/i

/** The body as text. By callbacks: most bodies are one chunk, and a promise for each would cost more than reading it. */
export const readText = (message: IncomingMessage, done: (text: string) => void, failed: (error: ApiError) => void) => {
  const most = limits.deliveryBodyBytes
  const tooLarge = () => failed(new ApiError('PAYLOAD_TOO_LARGE', `The body is larger than ${most / 1024} KiB.`))
  if (Number(message.headers['content-length'] ?? 0) > most) return tooLarge()
  let body: Buffer | undefined
  const take = (chunk: Buffer): void => {
    body = body === undefined ? chunk : Buffer.concat([body, chunk])
    if (body.length <= most) return
    message.off('data', take)
    message.off('end', end)
    tooLarge()
  }
  const end = () => {
    if (body === undefined) return done('')
    if (!json.test(message.headers['content-type'] ?? '')) {
      return failed(new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Send JSON, with "Content-Type: application/json".'))
    }
    if (!isUtf8(body)) return failed(new ApiError('INVALID_JSON', 'The body is not valid JSON: it is no UTF-8.'))
    done(body.toString('utf8'))
  }
  message.on('data', take)
  message.on('end', end)
}
