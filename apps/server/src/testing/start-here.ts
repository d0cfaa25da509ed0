import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import { assetsAt } from '../base/assets.ts'
import { logOptions } from '../base/log.ts'
import { startService } from '../compose.ts'
import { readConfig } from '../config.ts'
import { installed, type Settings, usual } from './server-process.ts'

/** A service that is ready. */
export type ServiceHere = AsyncDisposable & {
  managementUrl: string
  deliveryUrl: string
  firstKey: string | undefined
  signInLink: string | undefined
  /** Each is printed as a line of its own. */
  warnings: readonly string[]
  /** Its log, line by line. */
  logged: readonly string[]
  /** As a signal does: what is in flight is finished. */
  stop(): Promise<void>
}

/** Threads as they are built: from sources each would have to take the types out first. */
const assets = assetsAt({
  dashboard: join(installed, 'assets', 'dashboard'),
  reference: join(installed, 'assets', 'reference'),
  thread: (name) => pathToFileURL(join(installed, `${name}.js`)),
})

/**
 * The whole service by its settings, in this process: for what is not about processes, at a twentieth of what one costs to
 * start. Its metrics are those of all that this process started.
 */
export const startHere = async (settings: Settings): Promise<ServiceHere> => {
  const logged: string[] = []
  const log = pino(logOptions, { write: (line) => logged.push(line) })
  const service = await startService(readConfig({ ...usual, ...settings }), assets, log)
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= service.close()
    return stopped
  }
  return {
    managementUrl: service.management?.url ?? '',
    deliveryUrl: service.delivery?.url ?? '',
    firstKey: service.firstKey,
    signInLink: service.signInLink,
    warnings: service.warnings,
    logged,
    stop,
    [Symbol.asyncDispose]: stop,
  }
}
