import { isUtf8 } from 'node:buffer'
import { type ErrorDetail, fail, invalid, limits, pathText } from '@bunting/contract'

/** Others have their turn between the steps that more than this takes. */
export const largeBytes = 64 * 1024

/** The JSON of a request's body; undefined where there is none. */
export const readJson = async (request: Request, limitBytes: number): Promise<unknown> => {
  const bytes = await readBytes(request, limitBytes)
  if (bytes.length === 0) return undefined
  if (!/^application\/json *(;|$)/i.test(request.headers.get('content-type') ?? '')) {
    fail('UNSUPPORTED_MEDIA_TYPE', 'Send JSON, with "Content-Type: application/json".')
  }
  if (bytes.length > largeBytes && isDeep(bytes)) {
    const message = `must not be nested over ${limits.bodyDepth} levels`
    invalid('The body is not as described.', [{ path: '', message }])
  }
  try {
    return JSON.parse(textOf(bytes))
  } catch (error) {
    return fail('INVALID_JSON', `The body is not valid JSON: ${(error as Error).message}`)
  }
}

const [quote, backslash] = [0x22, 0x5c]
const opening = [0x5b, 0x7b]
const closing = [0x5d, 0x7d]

/** Far deeper than anything may be: to parse it takes a hundred times as long as to find that out. */
const isDeep = (bytes: Buffer): boolean => {
  let depth = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (byte === quote) at = endOfText(bytes, at)
    else if (opening.includes(byte)) depth++
    else if (closing.includes(byte)) depth--
    if (depth > 2 * limits.bodyDepth) return true
  }
  return false
}

const endOfText = (bytes: Buffer, start: number): number => {
  for (let at = bytes.indexOf(quote, start + 1); at >= 0; at = bytes.indexOf(quote, at + 1)) {
    let escapes = 0
    while (bytes[at - 1 - escapes] === backslash) escapes++
    if (escapes % 2 === 0) return at
  }
  return bytes.length
}

const textOf = (bytes: Buffer): string => {
  if (!isUtf8(bytes)) throw new Error('it is not UTF-8')
  // As a decoder does: some clients begin with a mark of the byte order.
  return bytes.toString('utf8', bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0)
}

/** Refused as soon as it is known to be too large: at once where the length is announced, else on the way. */
const readBytes = async (request: Request, limitBytes: number): Promise<Buffer> => {
  const tooLarge = () => fail('PAYLOAD_TOO_LARGE', `The body is larger than ${limitBytes / 1024} KiB.`)
  const announced = Number(request.headers.get('content-length') ?? Number.NaN)
  if (announced > limitBytes) tooLarge()
  // No more comes than was announced: then it is read at once, which costs far less.
  if (announced <= limitBytes) return Buffer.from(await request.arrayBuffer())
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body ?? []) {
    length += chunk.length
    if (length > limitBytes) tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * What no text in any body may hold, and how deep a body may go: checked here once, so that no schema can forget it.
 * It stops when it has found more than is told.
 */
export const unstorable = (input: unknown): ErrorDetail[] => {
  const found: ErrorDetail[] = []
  collect(input, [], found)
  return found
}

const collect = (value: unknown, path: PropertyKey[], found: ErrorDetail[]): void => {
  if (found.length > limits.details) return
  if (typeof value === 'string') found.push(...textProblems(value, path))
  if (typeof value !== 'object' || value === null) return
  if (path.length >= limits.bodyDepth) {
    found.push({ path: pathText(path.slice(0, 3)), message: `must not be nested over ${limits.bodyDepth} levels` })
    return
  }
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) collectAt(at, value[at], path, found)
    return
  }
  for (const key in value) {
    found.push(...textProblems(key, path))
    collectAt(key, (value as Record<string, unknown>)[key], path, found)
  }
}

const collectAt = (key: PropertyKey, value: unknown, path: PropertyKey[], found: ErrorDetail[]): void => {
  // Most of what a long list has is neither a text nor has any in it.
  if (typeof value === 'number' || typeof value === 'boolean') return
  path.push(key)
  collect(value, path, found)
  path.pop()
}

const none: readonly ErrorDetail[] = []

const textProblems = (text: string, path: readonly PropertyKey[]): readonly ErrorDetail[] => {
  const hasNull = text.includes('\0')
  if (!hasNull && text.isWellFormed()) return none
  const at = pathText(path)
  return [
    ...(hasNull ? [{ path: at, message: 'must not contain a null byte' }] : []),
    ...(text.isWellFormed() ? [] : [{ path: at, message: 'must not contain half of a surrogate pair' }]),
  ]
}
