import type { Logger } from '../base/log.ts'
import type { Edge } from '../edge/edge.ts'
import type { Limit } from '../http/auth/rate-limit.ts'
import type { Secrets } from '../http/auth/secrets.ts'
import type { MetricsPart } from '../http/probes/read-metrics.ts'
import type { TrustedProxies } from '../http/server/caller-address.ts'
import type { StreamBounds } from '../rules/access/connections.ts'

/** How long it is between two looks, and between two writings. */
export type DeliveryRests = {
  /** At the keys and bundles of streams: one ends so soon after its key. */
  streamsMs: number
  /** Of bundles' copies on disk, at the least. */
  copiesMs: number
}

export type DeliverySettings = {
  /** Whether plain requests are answered before they get to Node's HTTP. */
  http: 'fast' | 'node'
  /** Of server keys, per key. */
  serverLimit: Limit | undefined
  /** Of client keys, per key and address. */
  clientLimit: Limit | undefined
  /** Of requests without a key that is one, per address. */
  failedLimit: Limit | undefined
  /** Of look-ups for all addresses together that have used up their failures. */
  lookupLimit: Limit | undefined
  /** The proxies whose headers name the caller's address. */
  trustedProxies: TrustedProxies | undefined
  /** A header that a trusted proxy sets to the caller's country. */
  countryHeader: string | undefined
  /** The path that callers' addresses have before ours. */
  prefix: string
  streams: StreamBounds
  /** What readers of streams may leave unread, all together, where it is not as much as usual. */
  unreadBytes?: number
  /** What large lists may take of the memory, where it is not as much as usual. */
  listsBytes?: number
  /** Where they are not as long as usual. */
  rests?: Partial<DeliveryRests>
  /** What opens `/metrics`; undefined where nothing needs to. */
  metricsTokens: Secrets | undefined
  /** Delivery's own figures; and all others, where no other listener shows them. */
  shownMetrics: readonly MetricsPart[]
  /** Which evaluations are recorded here, for callers that do not tell of them themselves. */
  record: 'none' | 'ofrep' | 'all'
  /** Where to keep a copy of what was served, for a start while the edge is away. */
  copyDir: string | undefined
}

export type DeliveryDeps = { edge: Edge; log: Logger; settings: DeliverySettings }
