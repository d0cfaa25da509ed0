import { connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'

let turn = 0

/** Rotates through addresses of this machine, since each has a limited number of ports. */
const nextAddress = (): string => `127.0.0.${2 + (turn++ % 20)}`

/** Sends bytes part by part, and returns everything received until the connection was closed. */
export const exchangeBytes = async (port: number, parts: readonly Buffer[]): Promise<string> => {
  const socket = connect({ port, host: '127.0.0.1', localAddress: nextAddress(), noDelay: true })
  const received: Buffer[] = []
  socket.on('data', (part: Buffer) => received.push(part))
  socket.on('error', () => undefined)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await Promise.race([new Promise((resolve) => socket.once('connect', resolve)), closed])
  for (const part of parts) {
    if (!socket.writable) break
    socket.write(part)
    // Yields, so that the server reads the parts one by one.
    await setImmediate()
    await setImmediate()
    await setImmediate()
  }
  socket.end()
  await closed
  return Buffer.concat(received).toString('latin1')
}
