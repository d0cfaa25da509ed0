import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy that serves a server under a path. */
export type PrefixProxy = AsyncDisposable & {
  /** The public address of the server. */
  url: string
  /** Tells whether the proxy removes the path. */
  strips: boolean
  /** Requests outside the path, which go nowhere. */
  missed: string[]
  serve(serverUrl: string): void
}

export const startPrefixProxy = async (prefix: string): Promise<PrefixProxy> => {
  let to = ''
  const server = createServer((message, response) => {
    const { url = '', method, headers } = message
    if (url !== prefix && !url.startsWith(`${prefix}/`)) {
      proxy.missed.push(`${method} ${url}`)
      response.writeHead(404).end('This is another service’s.')
      return
    }
    const path = proxy.strips ? url.slice(prefix.length) || '/' : url
    const asked = request(`${to}${path}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(response)
    })
    response.on('close', () => asked.destroy())
    asked.on('error', () => response.destroy())
    message.pipe(asked)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy: PrefixProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`,
    strips: true,
    missed: [],
    serve: (serverUrl) => {
      to = serverUrl
    },
    [Symbol.asyncDispose]: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
  return proxy
}
