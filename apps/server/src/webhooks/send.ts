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
  /** By `performance.now()`. */
  atMs: number
}

// A connection for each try, and nothing kept of it: no session of TLS either, whose certificate nobody would look at
// again. Agents of our own go by no proxy that the environment names.
const agents = {
  http: new HttpAgent({ keepAlive: false }),
  https: new HttpsAgent({ keepAlive: false, maxCachedSessions: 0 }),
}

/** Of what is answered so much is read, and none of it is kept. */
const maxBodyBytes = 16 * 1024
/** Where a name has several addresses. */
const addressTimeoutMs = 2_000

const userAgent = `Bunting/${manifest.version}`

/** Posts JSON there and answers what the head of the answer says. No redirect is followed. */
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
  // What is switched to another protocol is no answer.
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

/** What a request hands on to the connection. */
const connecting = (addresses: readonly string[]) => ({
  lookup: lookupIn(addresses),
  autoSelectFamilyAttemptTimeout: addressTimeoutMs,
})

/** Answers with the addresses that were looked at, whatever the name leads to by now. */
const lookupIn =
  (addresses: readonly string[]): LookupFunction =>
  (_, { all }, callback) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }))
    if (all) callback(null, found)
    else callback(null, found[0]?.address ?? '', found[0]?.family)
  }

/** The answer stands with its head: what goes wrong with the rest changes nothing. */
const readAway = (response: IncomingMessage): void => {
  let bytes = 0
  response.on('error', () => undefined)
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxBodyBytes) response.destroy()
  })
}
