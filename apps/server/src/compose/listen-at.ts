import type { IncomingMessage } from 'node:http'
import { StartupError } from '../base/startup-error.ts'
import type { ConnectionBounds } from '../http/server/connections.ts'
import { type Handler, type Listener, listen } from '../http/server/listen.ts'

/** Listens; if that fails, the error names the setting to change. */
export const listenAt = async <Message extends typeof IncomingMessage>(
  setting: string,
  handler: Handler<Message>,
  host: string,
  port: number,
  bounds: ConnectionBounds,
): Promise<Listener> => {
  try {
    return await listen(handler, host, port, bounds)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      throw new StartupError(`${host}:${port} is in use by another process. Stop it, or set another ${setting}.`)
    }
    throw new StartupError(`${host}:${port} cannot be listened on (${message}): look at BUNTING_HOST and ${setting}.`)
  }
}
