import { randomUUID } from 'node:crypto'
import { ms, quantile } from '../support/figures.ts'
import { growthOf } from './memory.ts'
import { openNeighbours } from './neighbours.ts'
import type { Target } from './target.ts'
import type { Verdict } from './verdict.ts'

const batches = 200
const inBatch = 1_000
const limitMb = 200
const limitMs = 50

/** Events of ever new flags and values, as a page in anybody's hands may send them. */
export const telemetry = async (target: Target): Promise<Verdict> => {
  const { clientKey, managementUrl, idOf } = target
  const headers = { authorization: `Bearer ${clientKey}`, 'content-type': 'application/json' }
  const sdk = { sdkType: 'client', sdkVersion: '1.0.0', evaluatedAt: Date.now() }
  const event = (at: number) => ({
    flagKey: at % 2 === 0 ? 'many-0' : `f-${randomUUID()}`,
    value: randomUUID(),
    reason: 'DEFAULT',
    environmentId: idOf('development'),
    ...sdk,
  })
  await using neighbours = await openNeighbours(target)
  const waitedMs: number[] = []
  const grew = await growthOf(target, async () => {
    for (let batch = 0; batch < batches; batch++) {
      const body = JSON.stringify({ events: Array.from({ length: inBatch }, (_, at) => event(at)) })
      const send = async () => {
        const response = await fetch(`${managementUrl}/v1/telemetry/events`, { method: 'POST', headers, body })
        await response.arrayBuffer()
      }
      const { evaluating, managing } = await neighbours.during(send)
      waitedMs.push(Math.max(evaluating, managing))
    }
  })
  // The worst of hundreds is also the unluckiest: of twenty batches one may keep others waiting for longer.
  const usual = quantile(waitedMs, 0.95)
  return {
    name: 'Telemetry',
    figure: `${grew} MB more, others wait ${ms(usual)} ms`,
    limit: `${limitMb} MB, ${limitMs} ms`,
    holds: grew <= limitMb && usual <= limitMs,
  }
}
