import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'

type SlowLine = { url: string; close(): void }

/** A slow connection to a server: in each direction it carries `pieceBytes`, then pauses, again and again. */
export const openSlowLine = async (to: string, pieceBytes: number, restMs: number): Promise<SlowLine> => {
  const { hostname, port } = new URL(to)
  const sockets = new Set<Socket>()
  const carry = async (from: Socket, into: Socket): Promise<void> => {
    let left = pieceBytes
    for await (const chunk of from as AsyncIterable<Buffer>) {
      for (let at = 0; at < chunk.length; ) {
        if (left === 0) {
          await setTimeout(restMs)
          left = pieceBytes
        }
        const piece = chunk.subarray(at, at + left)
        at += piece.length
        left -= piece.length
        if (!into.write(piece)) await once(into, 'drain')
      }
    }
  }
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    const ends = [near, far]
    for (const end of ends) {
      sockets.add(end)
      end.on('close', () => {
        for (const each of ends) each.destroy()
        sockets.delete(end)
      })
    }
    for (const [from, into] of [ends, ends.toReversed()] as [Socket, Socket][]) {
      carry(from, into).catch(() => from.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: to.replace(`:${port}`, `:${(server.address() as AddressInfo).port}`),
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
