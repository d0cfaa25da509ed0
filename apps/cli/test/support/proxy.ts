import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Meanwhile = (method: string, path: string) => Promise<void>

export type Listening = { url: string; [Symbol.asyncDispose](): Promise<void> }

/** A server at its own address. */
export const listenWith = async (
  handler: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<Listening> => {
  const server = createServer((request, response) => void handler(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A proxy between the program and a server, which runs `meanwhile` before it forwards a request. */
export const openProxy = (target: string, meanwhile: Meanwhile): Promise<Listening> =>
  listenWith(async (request, response) => {
    const { method = 'GET', url = '/' } = request
    const body = await text(request)
    await meanwhile(method, url)
    const answer = await fetch(`${target}${url}`, {
      method,
      headers: {
        authorization: request.headers.authorization ?? '',
        ...(body === '' ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === '' ? {} : { body }),
    })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  })
