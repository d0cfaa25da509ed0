import type { Logger } from './log.ts'

/**
 * Ends the process on an uncaught error, since its state is unknown then. The log contains the error without its data; Node
 * would print all of it.
 */
export const stopOnFault = (log: Logger): void => {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'a fault that nobody caught: this process ends')
    process.exit(1)
  })
}
