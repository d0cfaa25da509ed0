import type { Socket } from 'node:net'

export type Asked = {
  method: string
  path: string
  query: URLSearchParams
  headers: Record<string, string>
  body: string
  atMs: number
}

/** Calls `onRequest` for each complete request of a connection. */
export const readRequests = (socket: Socket, onRequest: (asked: Asked) => void): void => {
  let pending = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk])
    for (;;) {
      const end = pending.indexOf('\r\n\r\n')
      if (end === -1) return
      const [first = '', ...lines] = pending.subarray(0, end).toString('latin1').split('\r\n')
      const headers = Object.fromEntries(lines.map(headerOf))
      const length = Number(headers['content-length'] ?? 0)
      if (pending.length < end + 4 + length) return
      const body = pending.subarray(end + 4, end + 4 + length).toString()
      pending = pending.subarray(end + 4 + length)
      const [method = '', target = ''] = first.split(' ')
      const { pathname: path, searchParams: query } = new URL(target, 'http://delivery')
      onRequest({ method, path, query, headers, body, atMs: performance.now() })
    }
  })
}

const headerOf = (line: string): [string, string] => {
  const colon = line.indexOf(':')
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
}
