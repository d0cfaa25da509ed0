import type { Readable, Writable } from 'node:stream'
import { StdioServerTransport, serveStdio as serve } from '@modelcontextprotocol/server/stdio'
import type { Door } from '../door.ts'
import { openServer } from '../open-server.ts'
import { checkLines } from './check-lines.ts'

type Streams = { stdin: Readable; stdout: Writable; onError: (error: Error) => void }

/** Serves one client over standard input and output, until it closes its side. */
export const serveStdio = async (door: Door, { stdin, stdout, onError }: Streams): Promise<void> => {
  const lines = stdin.pipe(checkLines((error) => stdout.write(`${JSON.stringify(error)}\n`)))
  const transport = new StdioServerTransport(lines, stdout)
  const isClosed = new Promise<void>((resolve) => {
    lines.once('close', resolve)
    stdout.once('error', () => resolve())
  })
  const handle = serve(() => openServer(door), { transport, maxSubscriptions: 0, onerror: onError })
  await isClosed
  await handle.close()
}
