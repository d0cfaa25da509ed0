import type { ConnectionBounds } from '../../http/server/connections.ts'
import type { StreamBounds } from '../../rules/access/connections.ts'
import type { PostgresBounds } from '../../store/connect/postgres-bounds.ts'

const endless = Number.POSITIVE_INFINITY

export const unboundedStreams: StreamBounds = { total: endless, perKey: endless, perAddress: endless }

/** A time longer than any test. */
export const unboundedMs = 3_600_000

/** Bounds for tests about something else: one caller opens as many connections as many callers would, and may be slow. */
export const unboundedRoom = {
  listener: 'delivery',
  maxConnections: endless,
  trustedProxies: undefined,
  unread: { maxBytes: endless, timeoutMs: unboundedMs },
} satisfies ConnectionBounds

/** No timeouts (zero means none): these tests are not about the speed of the machine. */
export const unboundedPostgres: PostgresBounds = { connectMs: 0, statementMs: 0 }

export const unboundedRedis = { commandMs: unboundedMs }
