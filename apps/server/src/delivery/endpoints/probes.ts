import { metrics } from '../../base/metrics.ts'
import { readMetrics } from '../../http/probes/read-metrics.ts'
import { requireMetricsToken } from '../../http/probes/require-metrics-token.ts'
import type { DeliveryDeps } from '../deps.ts'
import type { Answer, Request } from '../response/answer.ts'
import { readiness } from './readiness.ts'

/** `environmentsInMemory` counts the environments that could be served without the edge. */
type PlainDeps = DeliveryDeps & { environmentsInMemory: () => number }
type Plain = (deps: PlainDeps, request: Request, beforeComparing: () => void) => Answer | Promise<Answer>

/** `/healthz`, `/readyz` and `/metrics`, without a key; `/metrics` needs a token if one is configured. */
export const findPlain = (path: string): Plain | undefined => plain.get(path)

const plain = new Map<string, Plain>([
  ['/healthz', () => ({ status: 200, body: '{"status":"ok"}' })],
  [
    '/metrics',
    ({ settings: { metricsTokens, shownMetrics } }, { headers }, beforeComparing) => {
      if (metricsTokens) {
        beforeComparing()
        requireMetricsToken(metricsTokens, headers.authorization as string | undefined)
      }
      return readMetrics(...shownMetrics).then((body) => ({ status: 200, body, type: metrics.contentType }))
    },
  ],
  ['/readyz', (deps) => readiness(deps, deps.environmentsInMemory())],
])
