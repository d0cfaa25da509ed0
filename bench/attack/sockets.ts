import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Target } from './target.ts'

export const connectTo = async (url: string): Promise<Socket> => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** A request as it goes over the line. */
export const requestText = (method: string, path: string, key: string, body?: object): string => {
  const text = body === undefined ? '' : JSON.stringify(body)
  const about = text === '' ? '' : `Content-Type: application/json\r\nContent-Length: ${text.length}\r\n`
  return `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n${about}\r\n${text}`
}

/** Connections that are sent something and never read. */
export const openUnread = async ({ deliveryUrl }: Target, count: number, sent: string): Promise<AsyncDisposable> => {
  const sockets: Socket[] = []
  for (let at = 0; at < count; at++) {
    const socket = await connectTo(deliveryUrl)
    socket.pause().write(sent)
    sockets.push(socket)
  }
  return {
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}
