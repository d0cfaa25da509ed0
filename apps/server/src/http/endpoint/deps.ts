import type { Id, IdKind } from '@bunting/contract'
import type { Assets } from '../../base/assets.ts'
import type { Logger } from '../../base/log.ts'
import type { Approvals } from '../../rules/access/permissions.ts'
import type { Publisher } from '../../store/bundles/publisher.ts'
import type { Store } from '../../store/store.ts'
import type { RateLimiter } from '../auth/rate-limit.ts'
import type { Tried } from '../auth/recent-credentials.ts'
import type { Secrets } from '../auth/secrets.ts'
import type { Live } from '../ports/live.ts'
import type { Prometheus } from '../ports/prometheus.ts'
import type { Telemetry } from '../ports/telemetry.ts'
import type { Webhooks } from '../ports/webhooks.ts'
import type { TrustedProxies } from '../server/caller-address.ts'

/** What the Management API works with. Time, chance and ids are inputs. */
export type Deps = {
  store: Store
  publisher: Publisher
  /** What an environment's flags and the segments that they need may have together. */
  maxBundleBytes: number
  /** Undefined where analytics is off. */
  telemetry: Telemetry | undefined
  eventRetentionDays: number
  webhooks: Webhooks
  live: Live
  /** Whom guardrails ask; undefined where BUNTING_PROMETHEUS_URL is not set. */
  prometheus: Prometheus | undefined
  /** The files of the dashboard and of the reference. */
  assets: Pick<Assets, 'list' | 'read'>
  log: Logger
  /** Microseconds since 1970, never the same twice in a process. */
  nowUs: () => number
  newId: <Kind extends IdKind>(kind: Kind) => Id<Kind>
  /** Of a session or a link: 43 base62 characters. */
  newSecret: () => string
  /** Of a key, after its prefix: as long, with a checksum at its end. */
  newKeySecret: () => string
  /** Of a webhook, as Standard Webhooks writes it. */
  newWebhookSecret: () => string
  /** Where files may lie that are too large for memory, while somebody works on them. */
  scratchDir: string
  /** Of a list: 16 bytes as base64url. */
  newListSalt: () => string
  /** Of actors, of bytes that they have kept, of addresses that fail, and of look-ups for those that have failed too often. */
  limiters: Record<'management' | 'kept' | 'failed' | 'lookups', RateLimiter>
  tried: Tried
  trustedProxies: TrustedProxies | undefined
  /** What opens the operator API; undefined where nothing does. */
  adminTokens: Secrets | undefined
  /** What opens `/metrics`; undefined where nothing needs to. */
  metricsTokens: Secrets | undefined
  /** Where to tell of a weakness, as security.txt says it. */
  securityContact: string | undefined
  /** Who may approve: any other actor, or only signed-in people. */
  approvals: Approvals
  /** How long new members, and members with a raised role, may not approve in strict environments. */
  strictReviewerHours: number
  publicUrl: string
  /** Where callers reach the Delivery API, as its document says it. */
  deliveryUrl: string
}
