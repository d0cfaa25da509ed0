import { STATUS_CODES } from 'node:http'
import { keepAliveSeconds } from '../../http/server/listen.ts'

const kept = `Connection: keep-alive\r\nKeep-Alive: timeout=${keepAliveSeconds}\r\n`
const ends = 'Connection: close\r\n'

/** The ends of heads, by what they say about the connection. */
const endsAt = (now: number) => {
  const date = `Date: ${new Date(now).toUTCString()}\r\n`
  return { kept: `${date}${kept}\r\n`, ends: `${date}${ends}\r\n`, said: `${date}\r\n` }
}

let current: ReturnType<typeof endsAt> | undefined

/** The ends are made once a second: the `Date` header is no more precise. */
const currentEnds = (): ReturnType<typeof endsAt> => {
  if (current) return current
  const now = Date.now()
  setTimeout(
    () => {
      current = undefined
    },
    1_000 - (now % 1_000),
  ).unref()
  current = endsAt(now)
  return current
}

/** The head of an answer, as Node writes it. `said` means that the headers include `Connection` already. */
export const headText = (status: number, headers: readonly string[], connection: 'kept' | 'ends' | 'said'): string => {
  let head = status === 200 ? 'HTTP/1.1 200 OK\r\n' : `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
  for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`
  return head + currentEnds()[connection]
}
