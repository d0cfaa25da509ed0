import { chunked, oddBytes, oddHeaders, oddLines, smuggled } from './oddities.ts'

/** Random choices from a seed, which can be repeated. */
type Random = {
  below(count: number): number
  pick<Item>(items: readonly Item[]): Item
  happens(share: number): boolean
}

const randomFrom = (seed: number): Random => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  return { below, pick: (items) => items[below(items.length)] as never, happens: (share) => next() < share }
}

/** Texts are latin1: each character is one byte. */
type Written = { line: string; headers: string[]; body: string }

const write = ({ line, headers, body }: Written): string =>
  `${line}\r\n${headers.map((one) => `${one}\r\n`).join('')}\r\n${body}`

const bodies = [
  ['/v1/evaluate', '{"flagKey":"on","context":{"userId":"u1"}}'],
  ['/v1/evaluate', '{"flagKey":"gr\xc3\xbc\xc3\x9fe","context":{"attributes":{"country":"DE"}}}'],
  ['/v1/evaluate', '{"flagKey":"on"}'],
  ['/v1/evaluate', '{"flagKey":'],
  ['/v1/evaluate', '{"flagKey":"\xff\xfe","context":{}}'],
  ['/v1/evaluate', ''],
  ['/v1/evaluate?x=1', '{"flagKey":"nobody","context":{}}'],
  ['/v1/evaluate/bulk', '{"flags":["on","nobody"],"context":{}}'],
  ['/ofrep/v1/evaluate/flags/on', '{"context":{"targetingKey":"u1"}}'],
  ['/ofrep/v1/evaluate/flags/no%20body', '{"context":{}}'],
  ['/ofrep/v1/evaluate/flags', '{"context":{"targetingKey":"u1"}}'],
  ['/flags/v1/evaluate', '{"flagKey":"on","context":{}}'],
  ['/v1/bundle', '{}'],
  ['/v1/nowhere', '{}'],
] as const

/** Without streams: while one is open, Node looks at further input at once, and the fast path only when it is over. */
const reads = ['/v1/bundle', '/v1/bundle?from=1', '/flags/v1/bundle'] as const

const plainRead = (random: Random, keys: readonly string[]): Written => ({
  line: `GET ${random.pick(reads)} HTTP/1.1`,
  headers: ['Host: x', `Authorization: Bearer ${random.pick(keys)}`, 'X-Request-Id: fuzz-1'],
  body: '',
})

const plainRequest = (random: Random, keys: readonly string[]): Written => {
  const [path, body] = random.pick(bodies)
  const headers = [
    random.pick(['Host: x', 'host: 127.0.0.1:4001', 'HOST:x']),
    `${random.pick(['Authorization', 'authorization'])}: Bearer ${random.pick(keys)}`,
    random.pick([
      'Content-Type: application/json',
      'content-type: application/json; charset=utf-8',
      'Content-Type: text/plain',
    ]),
    `${random.pick(['Content-Length', 'content-length', 'CONTENT-LENGTH'])}: ${body.length}`,
    'X-Request-Id: fuzz-1',
  ]
  if (random.happens(0.2))
    headers.push(random.pick(['Connection: keep-alive', 'Connection: Keep-Alive', 'Connection: close']))
  if (random.happens(0.2)) headers.push('Origin: https://example.com')
  if (random.happens(0.2))
    headers.push(random.pick(['Accept: */*', 'User-Agent: Fuzz/1.0 (a; b)', 'Cookie: a=b; c=d', 'If-None-Match: "1"']))
  if (random.happens(0.1)) headers.splice(1, 1, `X-API-Key: ${random.pick(keys)}`)
  return { line: `POST ${path} HTTP/1.1`, headers, body }
}

type Change = (request: Written, random: Random) => Written
const withHeader = (request: Written, header: string, random: Random): Written => ({
  ...request,
  headers: request.headers.toSpliced(random.below(request.headers.length + 1), 0, header),
})

/** The changes that make a request odd. */
const changes: readonly Change[] = [
  (request, random) => withHeader(request, random.pick(oddHeaders), random),
  (request, random) => withHeader(request, random.pick(oddHeaders), random),
  (request, random) => ({ ...request, line: random.pick(oddLines) }),
  (request, random) => withHeader(request, random.pick(request.headers), random),
  (request, random) => ({ ...request, headers: request.headers.toSpliced(random.below(request.headers.length), 1) }),
  (request) => ({ ...request, body: request.body + smuggled }),
  (request, random) => ({ ...request, body: request.body.slice(0, random.below(request.body.length + 1)) }),
  // Both kinds of length, in either order, with a body that reads differently by each of them.
  (request, random) => {
    const body = chunked(request.body, random.pick(['', ';ext', ';a=b', ' ', ';\n']))
    const { headers } = withHeader(request, random.pick(oddHeaders.slice(0, 8)), random)
    return { ...request, headers, body: random.happens(0.5) ? body : `0\r\n\r\n${smuggled}` }
  },
  (request, random) => {
    const others = request.headers.filter((one) => !/^content-length/i.test(one))
    return {
      ...request,
      headers: [...others, 'Transfer-Encoding: chunked'],
      body: chunked(request.body, random.pick(['', ';ext'])),
    }
  },
  (request, random) =>
    withHeader(request, `X-Long: ${'x'.repeat(random.pick([1_000, 8_000, 9_000, 17_000, 70_000]))}`, random),
  (request, random) => ({
    ...request,
    headers: [...request.headers, ...Array.from({ length: random.pick([50, 150, 1_500]) }, (_, at) => `h${at}: ${at}`)],
  }),
]

/** Changes random bytes in a text of whole requests. */
const changeBytes = (text: string, random: Random): string => {
  const at = random.below(text.length)
  const kind = random.below(4)
  if (kind === 0) return text.slice(0, at) + random.pick(oddBytes) + text.slice(at)
  if (kind === 1) return text.slice(0, at) + text.slice(at + 1)
  if (kind === 2) return text.slice(0, at) + random.pick(oddBytes) + text.slice(at + 1)
  const crlf = text.indexOf('\r\n', at)
  return crlf === -1
    ? text
    : text.slice(0, crlf) + random.pick(['\n', '\r', '\r\r\n', '\n\r', '\r\n\r\n']) + text.slice(crlf + 2)
}

const oddRequest = (random: Random, keys: readonly string[]): string => {
  if (random.happens(0.1)) return smuggled
  let request = random.happens(0.2) ? plainRead(random, keys) : plainRequest(random, keys)
  for (let left = random.pick([0, 0, 1, 1, 1, 2, 3]); left > 0; left--) request = random.pick(changes)(request, random)
  let text = write(request)
  for (let left = random.pick([0, 0, 0, 1, 2]); left > 0; left--) text = changeBytes(text, random)
  return text
}

const cut = (text: string, random: Random): string[] => {
  const kind = random.below(10)
  if (kind < 6) return [text]
  if (kind === 9 && text.length < 600) return [...text]
  const places = Array.from({ length: 1 + random.below(4) }, () => random.below(text.length)).sort((a, b) => a - b)
  return [...places, text.length]
    .map((place, at) => text.slice(at === 0 ? 0 : places[at - 1], place))
    .filter((one) => one !== '')
}

export type Conversation = {
  parts: Buffer[]
  /** True if no part contains more than one request. */
  isApart: boolean
}

export const lastId = 'last-1'

/**
 * The bytes that one connection sends, part by part: mostly odd requests, and at the end a normal one, which is
 * answered only if the connection is still open and both sides agree on where a request begins.
 */
export const oddConversation = (seed: number, keys: readonly string[]): Conversation => {
  const random = randomFrom(seed)
  const requests = Array.from({ length: random.pick([1, 1, 1, 2, 2, 3, 4]) }, () => oddRequest(random, keys))
  const isOneByOne = random.happens(0.5)
  const parts = isOneByOne ? requests.flatMap((one) => cut(one, random)) : cut(requests.join(''), random)
  const isApart = isOneByOne && parts.every((part) => part.split('HTTP/').length <= 2)
  const plain = write(plainRequest(random, keys)).replace('fuzz-1', lastId)
  const last = random.happens(0.5) ? plain : smuggled.replace('Host: x', `Host: x\r\nX-Request-Id: ${lastId}`)
  return { parts: [...parts, last].map((part) => Buffer.from(part, 'latin1')), isApart }
}

/** Each oddity by itself, in an otherwise normal request that is followed by a normal one. */
export const eachOddity = (key: string): { odd: string; parts: Buffer[] }[] => {
  const body = '{"flagKey":"on","context":{}}'
  const headers = [
    'Host: x',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ]
  const plain: Written = { line: 'POST /v1/evaluate HTTP/1.1', headers, body }
  const named = { ...plain, headers: [...headers, `X-Request-Id: ${lastId}`] }
  const requests = [
    ...oddHeaders.map((odd): [string, Written] => [odd, { ...plain, headers: [...headers, odd] }]),
    ...oddHeaders.map((odd): [string, Written] => [`${odd} (first)`, { ...plain, headers: [odd, ...headers] }]),
    ...oddLines.map((line): [string, Written] => [line, { ...plain, line }]),
    ...headers.map((one, at): [string, Written] => [
      `no ${one.split(':', 1)}`,
      { ...plain, headers: headers.toSpliced(at, 1) },
    ]),
  ]
  return requests.map(([odd, request]) => ({
    odd,
    parts: [request, named].map((one) => Buffer.from(write(one), 'latin1')),
  }))
}
