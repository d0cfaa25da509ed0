import type { ServerResponse } from 'node:http'
import { keepAliveSeconds } from '../http/listen.ts'

/** As Node names it: what it writes as the head, without a further look. */
type Head = { _header: string }

let date = ''

/** Seconds are all that it has. */
const dateText = (): string => {
  if (date !== '') return date
  const now = Date.now()
  setTimeout(
    () => {
      date = ''
    },
    1_000 - (now % 1_000),
  ).unref()
  date = new Date(now).toUTCString()
  return date
}

/**
 * The head of a 200 on a connection that stays open. Node's own `writeHead` looks at each name and value again, which takes
 * a tenth of the time of an evaluation; of ours only the request id comes from a caller, and that is checked already.
 */
export const writeOk = (response: ServerResponse, headers: readonly string[]): void => {
  let head = 'HTTP/1.1 200 OK\r\n'
  for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`
  const kept = `Connection: keep-alive\r\nKeep-Alive: timeout=${keepAliveSeconds}\r\n`
  const own = response as ServerResponse & Head
  own._header = `${head}Date: ${dateText()}\r\n${kept}\r\n`
}
