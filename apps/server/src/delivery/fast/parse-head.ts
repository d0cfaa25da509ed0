import { limits } from '@bunting/contract'

export type Asked = { method: 'GET' | 'POST'; url: string }

export type Head = Asked & {
  /** The headers by lower-case name. `Content-Length` is not among them, but in `bodyBytes`: it differs between requests. */
  headers: NodeJS.Dict<string>
  bodyBytes: number
  /** The number of bytes of the head. */
  length: number
  /** The position of the digits of `Content-Length`, for a POST. */
  digitsStart: number
  digitsEnd: number
}

/** Longer heads are left to Node, which accepts twice as much. */
export const maxHeadBytes = 8 * 1024

const headEnd = '\r\n\r\n'
const requestLine = /^(GET|POST) (\/[\w.~!$&'()*+,;=:@%/?-]*) HTTP\/1\.1$/
const headerLine = /^([\w!#$%&'*+.^`|~-]+): ?([!-~](?:[ -~]*[!-~])?)$/
/** Headers that change how a message is framed, or what becomes of its connection. Such requests are left to Node. */
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
 * The head at the start of a text, if it is complete and simple: a GET of HTTP/1.1 without a body, or a POST with one
 * `Content-Length`. Undefined for anything else, valid or not: no byte is guessed, skipped or reinterpreted, so that a
 * request cannot mean one thing here and another to a proxy in front.
 */
export const parseHead = (text: string): Head | undefined => {
  const end = text.indexOf(headEnd)
  const [first = '', ...lines] = end === -1 ? [] : text.slice(0, end).split('\r\n')
  const asked = parseLine(first)
  if (!asked) return undefined
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
  const isRead = asked.method === 'GET' && digitsEnd === 0
  const bodyBytes = isRead ? 0 : bodyBytesIn(digits)
  if (bodyBytes === undefined || (asked.method === 'GET' && !isRead)) return undefined
  delete headers['content-length']
  const digitsStart = digitsEnd - digits.length
  return { ...asked, headers, bodyBytes, length: end + headEnd.length, digitsStart, digitsEnd }
}

/** The first line of a head. */
export const parseLine = (line: string): Asked | undefined => {
  const [, method, url] = (requestLine.exec(line) ?? []) as [] | [string, Asked['method'], string]
  return method === undefined || url === undefined ? undefined : { method, url }
}

const bodyBytesIn = (digits: string): number | undefined =>
  /^(?:0|[1-9]\d{0,6})$/.test(digits) && Number(digits) <= limits.deliveryBodyBytes ? Number(digits) : undefined
