import type { Logger } from './log.ts'

/**
 * A fault that nobody caught ends the process: what state it left behind, nobody knows. Said by the log, which keeps to
 * itself what an error carries; Node would print all of it.
 */
export const stopOnFault = (log: Logger): void => {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'a fault that nobody caught: this process ends')
    process.exit(1)
  })
}
