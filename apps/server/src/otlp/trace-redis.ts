import { tracingChannel } from 'node:diagnostics_channel'
import type { Attributes, Span } from '@opentelemetry/api'

type Spans = {
  /** Begins a span; undefined if there should be none. */
  begin(name: string, attributes: Attributes): Span | undefined
  end(span: Span, error: unknown): void
}

/** The data of ioredis about a command. It also has the arguments, which contain keys and bundles. */
type Command = { command: string; serverAddress: string; serverPort?: number; database: number; error?: unknown }

/** Traces every command of every client in the process, through the events of ioredis. */
export const traceRedis = ({ begin, end }: Spans): void => {
  const spans = new WeakMap<object, Span>()
  const attributesOf = ({ command, serverAddress, serverPort, database }: Command): Attributes => ({
    'db.system.name': 'redis',
    'db.operation.name': command.toUpperCase(),
    'db.namespace': String(database),
    'server.address': serverAddress,
    ...(serverPort === undefined ? {} : { 'server.port': serverPort }),
  })
  tracingChannel<Command>('ioredis:command').subscribe({
    start: (message) => {
      const span = begin(message.command.toUpperCase(), attributesOf(message))
      if (span) spans.set(message, span)
    },
    end: () => undefined,
    asyncStart: () => undefined,
    error: () => undefined,
    asyncEnd: (message) => {
      const span = spans.get(message)
      if (span) end(span, message.error)
    },
  })
}
