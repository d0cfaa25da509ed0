import { type Logger, pino } from 'pino'

export type { Logger }

/** Lines of JSON on standard error: standard output is for what a person starts the service for. */
export const openLog = (): Logger => {
  const destination = pino.destination({ dest: 2, sync: true })
  // A log that nobody reads any more stops nothing.
  destination.on('error', () => undefined)
  return pino({ level: 'info' }, destination)
}
