import type { Id, IdKind } from '@bunting/contract'
import type { Publisher } from '../edge/publish.ts'
import type { Store } from '../store/store.ts'
import type { Logger } from './log.ts'
import type { RateLimiter } from './rate-limit.ts'
import type { Telemetry } from './telemetry.ts'

/** What the Management API works with. Time, chance and ids are inputs. */
export type Deps = {
  store: Store
  publisher: Publisher
  /** Undefined where analytics is off. */
  telemetry: Telemetry | undefined
  eventRetentionDays: number
  log: Logger
  /** Microseconds since 1970, never the same twice in a process. */
  nowUs: () => number
  newId: <Kind extends IdKind>(kind: Kind) => Id<Kind>
  /** The random part of a key: 43 base62 characters. */
  newSecret: () => string
  /** Of actors, and of addresses with keys that are none. */
  limiters: { management: RateLimiter; failed: RateLimiter }
  adminToken: string | undefined
  publicUrl: string
}
