import type { ConnectionBounds } from '../../http/server/connections.ts'
import type { StreamBounds } from '../../rules/access/connections.ts'
import type { PostgresBounds } from '../../store/connect/postgres-bounds.ts'

const endless = Number.POSITIVE_INFINITY

export const unboundedStreams: StreamBounds = { total: endless, perKey: endless, perAddress: endless }

/** Longer than any test. */
export const unboundedMs = 3_600_000

/** For tests that are about something else: one caller opens there what many would, and takes its time. */
export const unboundedRoom = {
  listener: 'delivery',
  maxConnections: endless,
  trustedProxies: undefined,
  unread: { maxBytes: endless, timeoutMs: unboundedMs },
} satisfies ConnectionBounds

/** Zero is no timeout: what a busy machine does in time is not what these tests are about. */
export const unboundedPostgres: PostgresBounds = { connectMs: 0, statementMs: 0 }

export const unboundedRedis = { commandMs: unboundedMs }
