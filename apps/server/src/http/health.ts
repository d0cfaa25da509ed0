import type { Hono } from 'hono'
import { metrics } from '../base/metrics.ts'
import { guarded } from './admit.ts'
import type { Deps } from './deps.ts'
import { readMetrics } from './read-metrics.ts'
import { requireMetricsToken } from './require-metrics-token.ts'

/** What has to answer before this process can: by name, each throwing where it does not. */
export type Health = { checks: Record<string, () => Promise<void>> }

/** `/healthz` (alive), `/readyz` (its stores answer) and `/metrics`, without a key; the last by its token, where it has one. */
export const health = (app: Hono, { checks }: Health, deps: Pick<Deps, 'limiters' | 'metricsTokens'>): void => {
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c) => {
    const failing = await failingChecks(checks)
    if (failing.length === 0) return c.json({ status: 'ready' })
    return c.json({ status: 'unavailable', failing }, 503)
  })
  app.get('/metrics', async (c) => {
    const { metricsTokens: tokens } = deps
    if (tokens) await guarded(c, deps, () => requireMetricsToken(tokens, c.req.header('authorization')))
    return c.body(await readMetrics('others'), 200, { 'content-type': metrics.contentType })
  })
}

const failingChecks = async (checks: Health['checks']): Promise<string[]> => {
  const results = await Promise.all(
    Object.entries(checks).map(([name, check]) =>
      check().then(
        () => undefined,
        () => name,
      ),
    ),
  )
  return results.filter((name) => name !== undefined)
}
