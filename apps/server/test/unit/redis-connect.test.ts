import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { connectRedis } from '../../src/edge/redis-connect.ts'

const clientHello = 0x16

test.each(['rediss://%/0', 'rediss+sentinel://%/m', 'rediss+cluster://%'])('%s begins with TLS', async (url) => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { commands, notices } = connectRedis(url.replace('%', `127.0.0.1:${port}`))
  onTestFinished(() => {
    for (const client of [commands, notices]) client.disconnect()
    server.close()
  })
  // Nobody answers here.
  for (const client of [commands, notices]) client.on('error', () => undefined)
  const [socket] = (await once(server, 'connection')) as [Socket]
  const [bytes] = (await once(socket, 'data')) as [Buffer]
  expect(bytes[0]).toBe(clientHello)
})
