import { isUtf8 } from 'node:buffer'
import { ApiError } from '@bunting/contract'
import { type Message, maxBodyBytes } from './message.ts'

const json = /^application\/json *(;|$)/i

/** Reads the body as text. Uses callbacks: most bodies are one part, and a promise would cost more than reading it. */
export const readText = (message: Message, done: (text: string) => void, failed: (error: ApiError) => void) => {
  const maxBytes = maxBodyBytes(message.url)
  const take = () => {
    const { body, headers, isTooLarge } = message
    if (isTooLarge) return failed(new ApiError('PAYLOAD_TOO_LARGE', `The body is larger than ${maxBytes / 1024} KiB.`))
    if (body === undefined) return done('')
    const type = headers['content-type'] ?? ''
    if (type !== 'application/json' && !json.test(type)) {
      return failed(new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Send JSON, with "Content-Type: application/json".'))
    }
    if (!isUtf8(body)) return failed(new ApiError('INVALID_JSON', 'The body is not valid JSON: it is not UTF-8.'))
    done(body.toString('utf8'))
  }
  if (Number(message.headers['content-length'] ?? 0) > maxBytes) message.isTooLarge = true
  if (message.isWhole || message.isTooLarge) take()
  else message.onBody = take
}
