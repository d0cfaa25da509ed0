import type { Logger } from '../base/log.ts'

/** Receives the outcome of each export of a signal: undefined if it succeeded. */
export type TellOfExport = (signal: string, error: Error | undefined) => void

/** Logs a line when the collector begins to refuse data, and one when it accepts all signals again. */
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
