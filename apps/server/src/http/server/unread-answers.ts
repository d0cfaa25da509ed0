import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'

/** The answers of a listener that callers have not taken yet, up to a limit. */
export type UnreadAnswers = {
  /** To be called with what was just written to a connection that does not take it at once. */
  hold(answer: Answer, connection: Socket, written: string | Uint8Array): void
}

/** The source of the events that tell when an answer was taken: a response of Node's HTTP, or the connection itself. */
type Answer = Pick<EventEmitter, 'once' | 'off'>

export type UnreadBounds = {
  /** Beyond this total, the largest answers are cut off. */
  maxBytes: number
  /** A caller that reads nothing for this long is cut off. */
  timeoutMs: number
}

export const usualUnreadBounds: UnreadBounds = { maxBytes: 64 * 1024 * 1024, timeoutMs: 30_000 }

/** Callbacks for metrics. */
type Told = { cutOff(bound: 'total' | 'time'): void; bytes(total: number): void }

type Held = { connection: Socket; written: (string | Uint8Array)[] }

const takenBy = ['drain', 'finish', 'close']

/** Bytes that several callers wait for, such as those of a bundle, are held once and count once. */
export const openUnreadAnswers = ({ maxBytes, timeoutMs }: UnreadBounds, told: Told): UnreadAnswers => {
  const held = new Map<Answer, Held>()
  const waiting = new Map<Uint8Array, number>()
  let total = 0

  const count = (written: string | Uint8Array): void => {
    const others = typeof written === 'string' ? 0 : (waiting.get(written) ?? 0)
    if (others === 0) total += written.length
    if (typeof written !== 'string') waiting.set(written, others + 1)
  }
  const discount = (written: string | Uint8Array): void => {
    const others = typeof written === 'string' ? 0 : (waiting.get(written) ?? 1) - 1
    if (others === 0) total -= written.length
    if (typeof written === 'string') return
    if (others === 0) waiting.delete(written)
    else waiting.set(written, others)
  }

  const discountAll = ({ written }: Held): void => {
    for (const one of written.splice(0)) discount(one)
  }

  const cutOff = (connection: Socket, bound: 'total' | 'time'): void => {
    told.cutOff(bound)
    connection.destroy()
  }

  const keep = (answer: Answer, connection: Socket): Held => {
    const known = held.get(answer)
    if (known) return known
    const one: Held = { connection, written: [] }
    held.set(answer, one)
    const onTimeout = (): void => cutOff(connection, 'time')
    const release = (): void => {
      held.delete(answer)
      discountAll(one)
      for (const event of takenBy) answer.off(event, release)
      connection.off('timeout', onTimeout)
      told.bytes(total)
      // Otherwise Node's HTTP has already set another timeout, for the next request.
      if (connection.timeout === timeoutMs) connection.setTimeout(0)
    }
    for (const event of takenBy) answer.once(event, release)
    connection.once('timeout', onTimeout)
    // The timeout restarts whenever the caller takes something.
    connection.setTimeout(timeoutMs)
    return one
  }

  /** The bytes that only this answer holds: bytes that others wait for, too, would stay. */
  const ownBytes = ({ written }: Held): number =>
    written.reduce((sum, one) => sum + (typeof one === 'string' || waiting.get(one) === 1 ? one.length : 0), 0)

  const largest = (): Held | undefined => {
    let most = 0
    let found: Held | undefined
    for (const one of held.values()) {
      const bytes = ownBytes(one)
      if (bytes <= most) continue
      most = bytes
      found = one
    }
    return found
  }

  const makeRoom = (): void => {
    while (total > maxBytes) {
      const one = largest()
      if (!one) return
      const { connection } = one
      cutOff(connection, 'total')
      // Discount synchronously; 'close' fires later.
      for (const other of held.values()) if (other.connection === connection) discountAll(other)
    }
  }

  return {
    hold: (answer, connection, written) => {
      // A closed connection never reports that its bytes were taken.
      if (connection.destroyed) return
      keep(answer, connection).written.push(written)
      count(written)
      makeRoom()
      told.bytes(total)
    },
  }
}
