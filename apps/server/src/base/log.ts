import { type Logger, type LoggerOptions, pino } from 'pino'
import { errorInLog } from './error-in-log.ts'
import { traceIds } from './trace.ts'

export type { Logger }

export const logOptions = {
  level: 'info',
  serializers: { err: (error) => errorInLog(error) },
  mixin: () => traceIds() ?? {},
} satisfies LoggerOptions

/** Logs lines of JSON to standard error: standard output is for people. */
export const openLog = (): Logger => {
  const destination = pino.destination({ dest: 2, sync: true })
  // A closed log pipe must not stop the service.
  destination.on('error', () => undefined)
  return pino(logOptions, destination)
}
