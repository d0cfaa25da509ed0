import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, vi } from 'vitest'
import type { ServerProcess } from '../../../src/testing/servers/server-process.ts'
import { openOrganization } from './organization.ts'

/** A connection, with the text received so far, and whether it is still open. */
export const connectTo = async (url: string, from: string, text: string) => {
  const { hostname, port } = new URL(url)
  const socket: Socket = connect({ host: hostname, port: Number(port), localAddress: from })
  const state = { text: '', isOpen: true, socket }
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    state.text += chunk
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    state.isOpen = false
  })
  onTestFinished(() => void socket.destroy())
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => undefined)
  if (text !== '') socket.write(text)
  return state
}

export const request = (path: string, key: string, body = '') =>
  [
    `${body === '' ? 'GET' : 'POST'} ${path} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${key}`,
    ...(body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${body.length}`]),
    '',
    body,
  ].join('\r\n')

/** Sends one request on a new connection; returns its status. */
export const ask = async (url: string, from: string, text: string): Promise<string> => {
  const state = await connectTo(url, from, text)
  await vi.waitFor(() => expect(state.text === '' && state.isOpen).toBe(false))
  return state.text.split(' ', 2)[1] ?? 'cut off'
}

/** The metrics of refused connections and streams. */
export const dropped = async ({ managementUrl, deliveryUrl }: ServerProcess): Promise<string> =>
  (await Promise.all([managementUrl, deliveryUrl].map(async (url) => (await fetch(`${url}/metrics`)).text())))
    .join('\n')
    .split('\n')
    .filter((line) => /^bunting_(http_connections_dropped|delivery_streams_refused)/.test(line))
    .join('\n')

export const openKeys = async (server: ServerProcess) => {
  const organization = await openOrganization(server.firstKey ?? '', server)
  const { key: client } = await organization.createKey({ type: 'client' })
  return { server: organization.key, client: client as string }
}
