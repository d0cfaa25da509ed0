import { withoutSecrets } from './base/error-in-log.ts'
import { openLog } from './base/log.ts'
import type { Channel } from './base/rpc.ts'
import { StartupError } from './base/startup-error.ts'
import { stopOnFault } from './base/stop-on-fault.ts'
import { withLittleRoom } from './base/with-little-room.ts'
import { startWorker } from './compose/compose.ts'
import { readConfig } from './config/config.ts'

/** A Delivery worker: it serves until the primary says stop, or is gone. */
export const runWorker = async (): Promise<void> => {
  // Ctrl-C reaches the whole group: the primary decides when its workers stop.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => undefined)
  stopOnFault(openLog())
  const close = await withLittleRoom(() => startWorker(readConfig(), toPrimary)).catch((error: unknown) => {
    if (!(error instanceof StartupError)) throw error
    process.stderr.write(`${withoutSecrets(error.message)}\n`)
    process.exit(1)
  })
  const stop = async (): Promise<void> => {
    await close()
    process.exit(0)
  }
  process.on('disconnect', stop)
  toPrimary.onMessage((message) => {
    if ('stop' in message) void stop()
  })
}

const toPrimary: Channel = {
  send: (message) => {
    // The primary may disconnect between the check and the call.
    if (process.connected) process.send?.(message, undefined, undefined, () => undefined)
  },
  onMessage: (listener) => {
    process.on('message', (message) => {
      if (typeof message === 'object' && message !== null) listener(message)
    })
  },
}
