import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connectRedis } from '../../src/edge/redis/connect.ts'

/** A server that accepts connections and never answers. */
const openSilent = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const connect = (url: string) => {
    const connected = connectRedis(url.replace('%', `127.0.0.1:${port}`))
    onTestFinished(() => {
      connected.close()
      server.close()
    })
    for (const client of [connected.commands, connected.notices]) client.on('error', () => undefined)
    return connected
  }
  return { server, connect }
}

const clientHello = 0x16

test.each(['rediss://%/0', 'rediss+sentinel://%/m', 'rediss+cluster://%'])('%s begins with TLS', async (url) => {
  const { server, connect } = await openSilent()
  connect(url)
  const [socket] = (await once(server, 'connection')) as [Socket]
  const [bytes] = (await once(socket, 'data')) as [Buffer]
  expect(bytes[0]).toBe(clientHello)
})

test('a client that is told of another master while it looks for one goes on looking', async () => {
  const { server, connect } = await openSilent()
  const { notices } = connect('redis+sentinel://%/m')
  await once(server, 'connection')
  const ended = new Promise((resolve) => notices.once('end', resolve))
  // Like a client that learns of another master.
  notices.disconnect(true)
  await ended
  await vi.waitFor(() => expect(notices.status).toBe('connecting'))
})
