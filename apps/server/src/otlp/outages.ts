import type { Logger } from '../base/log.ts'

/** Hears how each export of a signal went, undefined where it went well. */
export type TellOfExport = (signal: string, error: Error | undefined) => void

/** One line when the collector does not take what it is sent, and one when it takes all of it again. */
export const tellOfOutages = (log: Logger): TellOfExport => {
  const failing = new Set<string>()
  return (signal, error) => {
    const before = failing.size
    if (error) failing.add(signal)
    else failing.delete(signal)
    if (error && before === 0)
      log.warn({ err: error, signal }, 'the OpenTelemetry collector does not take what it is sent; trying again')
    if (before > 0 && failing.size === 0) log.info('the OpenTelemetry collector takes what it is sent again')
  }
}
