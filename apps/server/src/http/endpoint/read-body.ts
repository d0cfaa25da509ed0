import { isUtf8 } from 'node:buffer'
import { type ErrorDetail, fail, invalid, limits, pathText } from '@bunting/contract'
import { giveTurn } from '../../base/give-turn.ts'

/** For larger bodies, other requests have a turn between the steps. */
export const largeBytes = 64 * 1024

/** The JSON of a request's body, undefined if there is none, and whether it is large. */
export const readJson = async (
  request: Request,
  limitBytes: number,
  limitParts: number = limits.bodyParts,
): Promise<{ sent: unknown; isLarge: boolean }> => {
  const bytes = await readBytes(request, limitBytes)
  if (bytes.length === 0) return { sent: undefined, isLarge: false }
  if (!/^application\/json *(;|$)/i.test(request.headers.get('content-type') ?? '')) {
    fail('UNSUPPORTED_MEDIA_TYPE', 'Send JSON, with "Content-Type: application/json".')
  }
  const isLarge = bytes.length > largeBytes
  if (isLarge) {
    refuseExpensive(bytes, limitParts)
    await giveTurn()
  }
  const sent = parseJson(bytes)
  if (isLarge) await giveTurn()
  return { sent, isLarge }
}

const parseJson = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(textOf(bytes))
  } catch (error) {
    return fail('INVALID_JSON', `The body is not valid JSON: ${(error as Error).message}`)
  }
}

const code = (letter: string) => letter.charCodeAt(0)
const [quote, backslash, colon, comma] = [code('"'), code('\\'), code(':'), code(',')]
const [openList, closeList, openObject, closeObject] = [code('['), code(']'), code('{'), code('}')]

/**
 * Refuses bodies that are nested far deeper, or have far more parts, than any that is accepted: parsing one takes many
 * times as long as counting here. A body no larger than a config may have as many parts as fit.
 */
const refuseExpensive = (bytes: Buffer, limitParts: number): void => {
  const isLarge = bytes.length > limits.managementBodyBytes
  const [maxParts, maxValues] = isLarge
    ? [limitParts, limits.bodyValues]
    : [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  const refuse = (message: string) => invalid('The body is not as described.', [{ path: '', message }])
  let depth = 0
  let parts = 0
  let values = 1
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === quote) at = endOfText(bytes, at)
    else if (byte === closeList || byte === closeObject) depth--
    else if (byte === colon) parts++
    else if (byte === comma) values++
    else if (byte === openList || byte === openObject) {
      parts++
      depth++
      if (depth > 2 * limits.bodyDepth) refuse(`must not be nested over ${limits.bodyDepth} levels`)
    }
    if (parts > maxParts) refuse(`must not have over ${maxParts} objects, arrays and fields together`)
    if (values > maxValues) refuse(`must not have over ${maxValues} values`)
  }
}

const endOfText = (bytes: Buffer, start: number): number => {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1
  return at
}

const textOf = (bytes: Buffer): string => {
  if (!isUtf8(bytes)) throw new Error('it is not UTF-8')
  // Skips a byte order mark, as a decoder does: some clients send one.
  return bytes.toString('utf8', bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0)
}

/** Reads the body. One that is too large is refused as soon as that is known: by its announced length, or on the way. */
const readBytes = async (request: Request, limitBytes: number): Promise<Buffer> => {
  const tooLarge = () => fail('PAYLOAD_TOO_LARGE', `The body is larger than ${limitBytes / 1024} KiB.`)
  const announced = Number(request.headers.get('content-length') ?? Number.NaN)
  if (announced > limitBytes) tooLarge()
  // No more can come than was announced, so it is read at once, which costs far less.
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
 * Finds texts that cannot be stored, and bodies that are nested too deeply: checked here once, so that no schema can
 * forget it. Stops when it has found more problems than are reported.
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
  // Most items of a long list are scalars that can be stored.
  if (typeof value === 'number' || typeof value === 'boolean') return
  if (typeof value === 'string' && isStorable(value)) return
  path.push(key)
  collect(value, path, found)
  path.pop()
}

const none: readonly ErrorDetail[] = []

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

const textProblems = (text: string, path: readonly PropertyKey[]): readonly ErrorDetail[] => {
  if (isStorable(text)) return none
  const hasNull = text.includes('\0')
  const at = pathText(path)
  return [
    ...(hasNull ? [{ path: at, message: 'must not contain a null byte' }] : []),
    ...(text.isWellFormed() ? [] : [{ path: at, message: 'must not contain half of a surrogate pair' }]),
  ]
}
