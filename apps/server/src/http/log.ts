import { type Logger, pino } from 'pino'

export type { Logger }

/** Lines of JSON on standard error: standard output is for what a person starts the service for. */
export const openLog = (): Logger => pino({ level: 'info' }, pino.destination(2))
