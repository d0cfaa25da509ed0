import { Transform } from 'node:stream'
import { parseJSONRPCMessage } from '@modelcontextprotocol/server'

type Refuse = (error: { jsonrpc: '2.0'; id: string | number | null; error: { code: number; message: string } }) => void

/** The most bytes of a line. */
const maxLineBytes = 4 * 1_024 * 1_024
const newline = 0x0a

/** Passes on lines that are JSON-RPC, and answers others with the error of the protocol: the SDK itself stays silent. */
export const checkLines = (refuse: Refuse): Transform => {
  let parts: Buffer[] = []
  let bytes = 0
  const refuseWith = (code: number, message: string, id: string | number | null = null) =>
    refuse({ jsonrpc: '2.0', id, error: { code, message } })
  const check = (line: string, pass: (line: string) => void): void => {
    if (line.trim() === '') return
    const message = readJson(line)
    if (message === undefined) refuseWith(-32_700, 'Parse error: a line must be JSON.')
    else if (isMessage(message)) pass(`${JSON.stringify(message)}\n`)
    else refuseWith(-32_600, 'Invalid Request: a line must be one message of JSON-RPC 2.0.', idOf(message))
  }
  const keep = (part: Buffer): void => {
    bytes += part.length
    // What is too long is counted and dropped.
    if (bytes <= maxLineBytes) parts.push(part)
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let rest = chunk
      for (let end = rest.indexOf(newline); end >= 0; end = rest.indexOf(newline)) {
        keep(rest.subarray(0, end))
        rest = rest.subarray(end + 1)
        if (bytes > maxLineBytes) refuseWith(-32_600, 'Invalid Request: the line is too long.')
        else check(Buffer.concat(parts).toString('utf8'), (line) => this.push(line))
        parts = []
        bytes = 0
      }
      keep(rest)
      done()
    },
  })
}

const readJson = (line: string): unknown => {
  try {
    return JSON.parse(line) as unknown
  } catch {
    return undefined
  }
}

const isMessage = (message: unknown): boolean => {
  try {
    parseJSONRPCMessage(message)
    return true
  } catch {
    return false
  }
}

const idOf = (message: unknown): string | number | null => {
  const id = typeof message === 'object' && message !== null && 'id' in message ? message.id : null
  return typeof id === 'string' || typeof id === 'number' ? id : null
}
