import type { Id, IdKind } from '@bunting/contract'
import type { Publisher } from '../edge/publish.ts'
import type { EventLog } from '../store/event-log.ts'
import type { Store } from '../store/store.ts'
import type { Logger } from './log.ts'
import type { RateLimiter } from './rate-limit.ts'

/** What the Management API works with. Time, chance and ids are inputs. */
export type Deps = {
  store: Store
  publisher: Publisher
  /** Where evaluations are written down; undefined where analytics is off. */
  eventLog: EventLog | undefined
  eventRetentionDays: number
  log: Logger
  /** Microseconds since 1970, never the same twice in a process. */
  nowUs: () => number
  newId: <Kind extends IdKind>(kind: Kind) => Id<Kind>
  /** Of a session or a link: 43 base62 characters. */
  newSecret: () => string
  /** Of a key, after its prefix: as long, with a checksum at its end. */
  newKeySecret: () => string
  /** Of actors, and of addresses with keys that are none. */
  limiters: { management: RateLimiter; failed: RateLimiter }
  adminToken: string | undefined
  publicUrl: string
}
