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
import type { Units } from '../ports/units.ts'
import type { Webhooks } from '../ports/webhooks.ts'
import type { TrustedProxies } from '../server/caller-address.ts'

/** The dependencies of the Management API. Time, random values and ids are inputs. */
export type Deps = {
  store: Store
  publisher: Publisher
  /** The most bytes of an environment's flags and the segments that they need, together. */
  maxBundleBytes: number
  /** Undefined if analytics is off. */
  telemetry: Telemetry | undefined
  /** Undefined where analytics is off. */
  units: Units | undefined
  /** Whether browsers that send `Sec-GPC: 1` are left alone. */
  respectGpc: boolean
  eventRetentionDays: number
  webhooks: Webhooks
  live: Live
  /** The Prometheus that guardrails query; undefined if BUNTING_PROMETHEUS_URL is not set. */
  prometheus: Prometheus | undefined
  /** The files of the dashboard and of the reference. */
  assets: Pick<Assets, 'list' | 'read'>
  log: Logger
  /** Microseconds since 1970, never the same twice in a process. */
  nowUs: () => number
  newId: <Kind extends IdKind>(kind: Kind) => Id<Kind>
  /** Makes the secret of a session or a link: 43 base62 characters. */
  newSecret: () => string
  /** Makes the secret of a key, after its prefix: as long, with a checksum at its end. */
  newKeySecret: () => string
  /** Makes the secret of a webhook, in the form of Standard Webhooks. */
  newWebhookSecret: () => string
  /** Where files may lie that are too large for memory, while somebody works on them. */
  scratchDir: string
  /** Of a list: 16 bytes as base64url. */
  newListSalt: () => string
  /** Limit requests of actors, bytes that they store, failures of addresses, and lookups for those that failed too often. */
  limiters: Record<'management' | 'kept' | 'failed' | 'lookups', RateLimiter>
  tried: Tried
  trustedProxies: TrustedProxies | undefined
  /** The tokens that open the operator API; undefined if there are none. */
  adminTokens: Secrets | undefined
  /** The tokens that open `/metrics`; undefined if it needs none. */
  metricsTokens: Secrets | undefined
  /** The contact for security reports, for security.txt. */
  securityContact: string | undefined
  /** The actors that may approve: any other actor, or only signed-in people. */
  approvals: Approvals
  /** How long new members, and members with a raised role, may not approve in strict environments. */
  strictReviewerHours: number
  publicUrl: string
  /** The public URL of the Delivery API, for its API document. */
  deliveryUrl: string
}
