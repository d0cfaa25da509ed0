import { connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'

let turn = 0

/** One after the other from several addresses of this machine: each has only so many ports. */
const nextAddress = (): string => `127.0.0.${2 + (turn++ % 20)}`

/** Sends bytes, part by part, and gives what came back until the connection was closed. */
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
    // So that the server reads them one by one.
    await setImmediate()
    await setImmediate()
    await setImmediate()
  }
  socket.end()
  await closed
  return Buffer.concat(received).toString('latin1')
}
