import { limits } from '@bunting/contract'

export type Head = {
  method: 'GET' | 'POST'
  url: string
  /** By their names in lower case. Without `Content-Length`, which is in `bodyBytes` and differs from request to request. */
  headers: NodeJS.Dict<string>
  bodyBytes: number
  /** How many bytes it is. */
  length: number
  /** Of a POST, its text before and after the digits of `Content-Length`. */
  before: string
  after: string
}

/** Node takes heads of twice that: a longer one is its own to judge. */
export const maxHeadBytes = 8 * 1024

const headEnd = '\r\n\r\n'
const requestLine = /^(GET|POST) (\/[\w.~!$&'()*+,;=:@%/?-]*) HTTP\/1\.1$/
const headerLine = /^([\w!#$%&'*+.^`|~-]+): ?([!-~](?:[ -~]*[!-~])?)$/
/** They say how a message is framed, or what becomes of its connection. */
const oddNames = new Set([
  'transfer-encoding',
  'expect',
  'upgrade',
  'proxy-connection',
  'te',
  'trailer',
  'http2-settings',
])

/**
 * The head that a text begins with, where it is whole and as plain as can be: a GET of HTTP/1.1 without a body, or a POST
 * whose body's length is said once. Undefined for whatever else there is, good or bad: no byte is guessed at, left out or taken to mean another,
 * so that nothing can mean one thing here and another to a proxy in front.
 */
export const parseHead = (text: string): Head | undefined => {
  const end = text.indexOf(headEnd)
  const [first = '', ...lines] = end === -1 ? [] : text.slice(0, end).split('\r\n')
  const [, method, url] = (requestLine.exec(first) ?? []) as [] | [string, Head['method'], string]
  if (method === undefined || url === undefined) return undefined
  const headers: NodeJS.Dict<string> = Object.create(null)
  let at = first.length + 2
  let digitsEnd = 0
  for (const line of lines) {
    const [, sent, value] = headerLine.exec(line) ?? []
    if (sent === undefined || value === undefined) return undefined
    const name = sent.toLowerCase()
    if (name in headers || oddNames.has(name)) return undefined
    headers[name] = value
    at += line.length + 2
    if (name === 'content-length') digitsEnd = at - 2
  }
  const { host, connection = 'keep-alive', 'content-length': digits = '' } = headers
  if (host === undefined || connection.toLowerCase() !== 'keep-alive') return undefined
  const length = end + headEnd.length
  if (method === 'GET') {
    return digitsEnd === 0 ? { method, url, headers, bodyBytes: 0, length, before: '', after: '' } : undefined
  }
  const bodyBytes = bodyBytesIn(digits)
  if (bodyBytes === undefined) return undefined
  delete headers['content-length']
  const before = text.slice(0, digitsEnd - digits.length)
  return { method, url, headers, bodyBytes, length, before, after: text.slice(digitsEnd, length) }
}

/** As `parseHead`, of a text that may begin with the same head as one before, but for the length of its body. */
export const parseLike = (known: Head, text: string): Head | undefined => {
  if (known.method === 'GET' || !text.startsWith(known.before)) return undefined
  const start = known.before.length
  const end = text.indexOf('\r', start)
  if (end === -1 || !text.startsWith(known.after, end)) return undefined
  const bodyBytes = bodyBytesIn(text.slice(start, end))
  if (bodyBytes === undefined) return undefined
  const { method, url, headers, before, after } = known
  return { method, url, headers, bodyBytes, length: end + after.length, before, after }
}

const bodyBytesIn = (digits: string): number | undefined =>
  /^(?:0|[1-9]\d{0,6})$/.test(digits) && Number(digits) <= limits.deliveryBodyBytes ? Number(digits) : undefined
