import type { Hono } from 'hono'
import { metrics } from '../../base/metrics.ts'
import { withTimeout } from '../../base/with-timeout.ts'
import { guarded } from '../auth/admit.ts'
import type { Deps } from '../endpoint/deps.ts'
import { readMetrics } from './read-metrics.ts'
import { requireMetricsToken } from './require-metrics-token.ts'

type Checks = Record<string, () => Promise<void>>

/** The health checks by name; each throws if something is wrong. */
export type Health = {
  /** Checks without which no request can be answered. */
  checks: Checks
  /** Checks whose failure leaves most requests working: a load balancer must not empty a fleet that still answers. */
  degrading?: Checks
}

/** Below the two seconds for which probes wait. */
const timeoutMs = 1_500

/**
 * `/healthz` (alive), `/readyz` (its stores answer) and `/metrics`, without a key; `/metrics` needs its token if one is
 * set.
 */
export const health = (
  app: Hono,
  { checks, degrading = {} }: Health,
  deps: Pick<Deps, 'limiters' | 'tried' | 'metricsTokens'>,
): void => {
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c) => {
    const [failing, degraded] = await Promise.all([failingOf(checks), failingOf(degrading)])
    if (failing.length > 0) return c.json({ status: 'unavailable', failing }, 503)
    return c.json({ status: 'ready', ...(degraded.length > 0 && { degraded }) })
  })
  app.get('/metrics', async (c) => {
    const { metricsTokens: tokens } = deps
    if (tokens) await guarded(c, deps, () => requireMetricsToken(tokens, c.req.header('authorization')))
    return c.body(await readMetrics('others'), 200, { 'content-type': metrics.contentType })
  })
}

const failingOf = async (checks: Checks): Promise<string[]> => {
  const results = await Promise.all(
    Object.entries(checks).map(([name, check]) =>
      withTimeout(timeoutMs, check()).then(
        () => undefined,
        () => name,
      ),
    ),
  )
  return results.filter((name) => name !== undefined)
}
