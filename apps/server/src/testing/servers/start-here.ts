import { pino } from 'pino'
import { logOptions } from '../../base/log.ts'
import { type Rests, startService } from '../../compose/compose.ts'
import { readConfig } from '../../config/config.ts'
import { installedAssets } from './installed-assets.ts'
import { type Settings, usual } from './server-process.ts'
import { shortRests } from './short-rests.ts'

/** A service that is ready. */
export type ServiceHere = AsyncDisposable & {
  managementUrl: string
  deliveryUrl: string
  firstKey: string | undefined
  signInLink: string | undefined
  /** The warnings, which are printed on a line each. */
  warnings: readonly string[]
  /** The lines of its log. */
  logged: readonly string[]
  /** Stops it as a signal does: requests in flight are finished. */
  stop(): Promise<void>
}

/**
 * Starts the whole service by its settings, in this process: for tests that are not about processes, at a twentieth of the
 * cost. Its metrics are shared by everything that this process started.
 */
export const startHere = async (settings: Settings, rests: Rests = {}): Promise<ServiceHere> => {
  const logged: string[] = []
  const log = pino(logOptions, { write: (line) => logged.push(line) })
  const service = await startService(readConfig({ ...usual, ...settings }), installedAssets, log, {
    ...shortRests,
    ...rests,
  })
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
