import { STATUS_CODES } from 'node:http'
import { keepAliveSeconds } from '../http/listen.ts'

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

const kept = `Connection: keep-alive\r\nKeep-Alive: timeout=${keepAliveSeconds}\r\n`
const ends = 'Connection: close\r\n'

/** The head of an answer, as Node writes it: `said` where the headers themselves say what becomes of the connection. */
export const headText = (status: number, headers: readonly string[], keepAlive: boolean | 'said'): string => {
  let head = status === 200 ? 'HTTP/1.1 200 OK\r\n' : `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
  for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`
  const connection = keepAlive === 'said' ? '' : keepAlive ? kept : ends
  return `${head}Date: ${dateText()}\r\n${connection}\r\n`
}
