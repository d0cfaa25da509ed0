import type { Logger } from '../base/log.ts'
import type { Edge } from '../edge/edge.ts'
import type { Limit } from '../http/auth/rate-limit.ts'
import type { Secrets } from '../http/auth/secrets.ts'
import type { MetricsPart } from '../http/probes/read-metrics.ts'
import type { TrustedProxies } from '../http/server/caller-address.ts'
import type { StreamBounds } from '../rules/access/connections.ts'

/** The intervals of background work. */
export type DeliveryRests = {
  /** Between two checks of the keys and bundles of streams: a stream ends at most this long after its key. */
  streamsMs: number
  /** The least time between two writes of the bundles' copies on disk. */
  copiesMs: number
}

export type DeliverySettings = {
  /** `fast` answers simple requests before they reach Node's HTTP. */
  http: 'fast' | 'node'
  /** The rate limit of server keys, per key. */
  serverLimit: Limit | undefined
  /** The rate limit of client keys, per key and address. */
  clientLimit: Limit | undefined
  /** The rate limit of requests without a valid key, per address. */
  failedLimit: Limit | undefined
  /** The rate limit of key lookups for all addresses together that are past their `failedLimit`. */
  lookupLimit: Limit | undefined
  /** The proxies whose headers name the caller's address. */
  trustedProxies: TrustedProxies | undefined
  /** A header that a trusted proxy sets to the caller's country. */
  countryHeader: string | undefined
  /** The path prefix under which callers reach the server. */
  prefix: string
  streams: StreamBounds
  /** The most bytes that readers of streams may leave unread, all together, if not the default. */
  unreadBytes?: number
  /** What large lists may take of the memory, where it is not as much as usual. */
  listsBytes?: number
  /** Intervals that differ from the defaults. */
  rests?: Partial<DeliveryRests>
  /** The tokens that open `/metrics`; undefined if it needs none. */
  metricsTokens: Secrets | undefined
  /** The metrics shown here: Delivery's own, and all others if no other listener shows them. */
  shownMetrics: readonly MetricsPart[]
  /** The evaluations that are recorded here, for callers that do not report them themselves. */
  record: 'none' | 'ofrep' | 'all'
  /** Whether events and exposures are taken. */
  track: boolean
  /** Whether browsers that send `Sec-GPC: 1` are left alone. */
  respectGpc: boolean
  /** The directory for copies of what was served, for a start while the edge is away. */
  copyDir: string | undefined
}

export type DeliveryDeps = { edge: Edge; log: Logger; settings: DeliverySettings }
