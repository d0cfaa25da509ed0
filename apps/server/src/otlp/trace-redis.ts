import { tracingChannel } from 'node:diagnostics_channel'
import type { Attributes } from '@opentelemetry/api'

type EndSpan = (error: unknown) => void
/** Begins a span, and returns the function that ends it; undefined if there should be none. */
type BeginSpan = (name: string, attributes: Attributes) => EndSpan | undefined

/** The data of ioredis about a command. It also has the arguments, which contain keys and bundles. */
type Command = { command: string; serverAddress: string; serverPort?: number; database: number; error?: unknown }

/** Traces every command of every client in the process, through the events of ioredis. */
export const traceRedis = (begin: BeginSpan): void => {
  const ends = new WeakMap<object, EndSpan>()
  const attributesOf = ({ command, serverAddress, serverPort, database }: Command): Attributes => ({
    'db.system.name': 'redis',
    'db.operation.name': command.toUpperCase(),
    'db.namespace': String(database),
    'server.address': serverAddress,
    ...(serverPort === undefined ? {} : { 'server.port': serverPort }),
  })
  tracingChannel<Command>('ioredis:command').subscribe({
    start: (message) => {
      const end = begin(message.command.toUpperCase(), attributesOf(message))
      if (end) ends.set(message, end)
    },
    end: () => undefined,
    asyncStart: () => undefined,
    error: () => undefined,
    asyncEnd: (message) => ends.get(message)?.(message.error),
  })
}
