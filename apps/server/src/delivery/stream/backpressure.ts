import { streamsCutOff } from '../metrics/measure.ts'
import type { Chunk } from './chunk.ts'
import type { Sink } from './sink.ts'

/** Bytes sent that clients have not taken. A chunk that several wait for is in memory once, and counts once. */
export type Backpressure = {
  /** Writes a chunk. If the total is too large, the clients that wait for the oldest chunks are cut off. */
  send(sink: Sink, chunk: Chunk): void
  /** To be called when a sink is gone. */
  forget(sink: Sink): void
  bytes(): number
}

/** Closes the connection of a slow client, which can reconnect and resume. */
export const cutOff = (sink: Sink, bound: 'reader' | 'total'): void => {
  streamsCutOff.inc({ bound })
  sink.destroy()
}

/** Smaller chunks are not counted: a connection itself takes more. */
const smallBytes = 16 * 1024

export const openBackpressure = (maxBytes: number): Backpressure => {
  /** Sinks by the chunk they wait for, oldest chunk first. */
  const waiting = new Map<Chunk, Set<Sink>>()
  let total = 0

  const hold = (sink: Sink, chunk: Chunk): void => {
    const sinks = waiting.get(chunk)
    if (sinks) sinks.add(sink)
    else {
      waiting.set(chunk, new Set([sink]))
      total += chunk.body.length
    }
  }
  const release = (sink: Sink, chunk: Chunk): void => {
    const sinks = waiting.get(chunk)
    if (!sinks?.delete(sink) || sinks.size > 0) return
    waiting.delete(chunk)
    total -= chunk.body.length
  }
  const forget = (sink: Sink): void => {
    for (const chunk of waiting.keys()) release(sink, chunk)
  }
  const makeRoom = (newest: Chunk): void => {
    for (const [chunk, sinks] of waiting) {
      if (total <= maxBytes || chunk === newest) return
      for (const sink of sinks) {
        cutOff(sink, 'total')
        forget(sink)
      }
    }
  }

  return {
    send: (sink, chunk) => {
      if (chunk.body.length < smallBytes) {
        sink.write(chunk)
        return
      }
      hold(sink, chunk)
      makeRoom(chunk)
      sink.write(chunk, () => release(sink, chunk))
    },
    forget,
    bytes: () => total,
  }
}
