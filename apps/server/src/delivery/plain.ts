import { metrics } from '../http/metrics.ts'
import { readMetrics } from '../http/read-metrics.ts'
import type { Answer } from './answer.ts'
import type { DeliveryDeps } from './deps.ts'

/** `/healthz`, `/readyz` and `/metrics`, without a key. */
export const answerPlain = ({ edge }: DeliveryDeps, path: string): Answer | Promise<Answer> | undefined =>
  plain.get(path)?.(edge)

const plain = new Map<string, (edge: DeliveryDeps['edge']) => Answer | Promise<Answer>>([
  ['/healthz', () => ({ status: 200, body: '{"status":"ok"}' })],
  ['/metrics', async () => ({ status: 200, body: await readMetrics(), type: metrics.contentType })],
  [
    '/readyz',
    (edge) =>
      edge.ping().then(
        () => ({ status: 200, body: '{"status":"ready"}' }),
        () => ({ status: 503, body: '{"status":"unavailable","failing":["edge"]}' }),
      ),
  ],
])
