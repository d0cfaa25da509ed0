import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { Asked } from './start-raw.ts'

// A process of its own: connections that cost next to nothing, since they understand nothing.

const held: Socket[] = []
let lastMs = 0
/** What keeps a stream alive, with what HTTP puts around it, is no news. */
const commentLength = 16

const open = (port: number): Promise<Socket> => {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const socket = connect(port, '127.0.0.1', () => resolve(socket))
  socket.on('error', reject)
  return promise
}

/** How it begins; empty where the connection was closed instead. */
const answer = (socket: Socket): Promise<string> => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const done = (data?: unknown): void => {
    socket.off('data', done).off('close', done)
    resolve(Buffer.isBuffer(data) ? data.latin1Slice(0, 32) : '')
  }
  socket.on('data', done).on('close', done)
  return promise
}

/** Asks on a connection again and again, or on another where it was closed. */
const repeat = async (port: number, request: string, times: number): Promise<void> => {
  let socket = await open(port)
  for (let n = 0; n < times; n++) {
    if (socket.closed || socket.readableEnded) socket = await open(port)
    socket.write(request)
    await answer(socket)
  }
  socket.destroy()
}

/** Asks once, and reads whatever comes for as long as it comes. */
const hold = async (port: number, request: string): Promise<void> => {
  const socket = await open(port)
  socket.write(request)
  const begin = await answer(socket)
  if (!begin.startsWith('HTTP/1.1 200')) throw new Error(`a stream was answered with ${begin}`)
  socket.on('data', ({ length }) => {
    if (length <= commentLength) return
    lastMs = performance.timeOrigin + performance.now()
  })
  held.push(socket)
}

const connections = 16
const pauseMs = 25

const send = async ({ port, request, times, isHeld }: Exclude<Asked, string>): Promise<void> => {
  for (let left = times; left > 0; left -= connections) {
    const some = Array.from({ length: Math.min(left, connections) }, () => port)
    if (isHeld) await Promise.all(some.map((at) => hold(at, request)))
    // No faster than Delivery lets streams in.
    if (isHeld) await setTimeout(pauseMs)
  }
  if (!isHeld) {
    await Promise.all(Array.from({ length: connections }, () => repeat(port, request, times / connections)))
  }
}

process.on('message', async (asked: Asked) => {
  if (asked !== 'lastHeard') await send(asked)
  process.send?.(lastMs)
})
process.on('disconnect', () => process.exit())
