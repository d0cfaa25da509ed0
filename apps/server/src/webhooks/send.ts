import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import manifest from '../../package.json' with { type: 'json' }
import type { Destination } from './destination.ts'
import { failureWords } from './failure-words.ts'
import { Undeliverable } from './undeliverable.ts'

export type Answer = {
  statusCode: number
  retryAfter: string | undefined
  /** The time by `performance.now()`. */
  atMs: number
}

// Each try has a new connection, and nothing of it is kept: a resumed TLS session would skip the check of the certificate.
// Our own agents ignore proxies in the environment.
const agents = {
  http: new HttpAgent({ keepAlive: false }),
  https: new HttpsAgent({ keepAlive: false, maxCachedSessions: 0 }),
}

/** The most bytes of a response that are read. None of them is kept. */
const maxBodyBytes = 16 * 1024
/** The timeout for each address of a name that has several. */
const addressTimeoutMs = 2_000

const userAgent = `Bunting/${manifest.version}`

/** Posts JSON to a destination, and returns the status and headers of the response. Redirects are not followed. */
export const post = (
  { url, host, addresses }: Destination,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal,
): Promise<Answer> => {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const isTls = url.protocol === 'https:'
  const request = (isTls ? requestHttps : requestHttp)({
    method: 'POST',
    host,
    port: url.port,
    path: `${url.pathname}${url.search}`,
    agent: isTls ? agents.https : agents.http,
    ...connecting(addresses),
    signal,
    headers: {
      ...headers,
      'user-agent': userAgent,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    },
  })
  let answer: Answer | undefined
  let failure: Error | undefined
  request.once('response', (response) => {
    const { statusCode = 0, headers: answered } = response
    answer = { statusCode, retryAfter: answered['retry-after'], atMs: performance.now() }
    readAway(response)
  })
  // A switch to another protocol does not count as a response.
  request.once('upgrade', () => request.destroy())
  request.on('error', (error) => {
    failure ??= error
  })
  request.once('close', () => {
    if (answer) resolve(answer)
    else reject(new Undeliverable('unreachable', failureWords(failure ?? { code: 'ECONNRESET' })))
  })
  request.end(body)
  return promise
}

/** Options that a request passes on to its connection. */
const connecting = (addresses: readonly string[]) => ({
  lookup: lookupIn(addresses),
  autoSelectFamilyAttemptTimeout: addressTimeoutMs,
})

/** Resolves to the addresses that were checked, whatever the name resolves to by now. */
const lookupIn =
  (addresses: readonly string[]): LookupFunction =>
  (_, { all }, callback) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }))
    if (all) callback(null, found)
    else callback(null, found[0]?.address ?? '', found[0]?.family)
  }

/** Reads and drops the body. The result is determined by the head: errors in the body do not matter. */
const readAway = (response: IncomingMessage): void => {
  let bytes = 0
  response.on('error', () => undefined)
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxBodyBytes) response.destroy()
  })
}
