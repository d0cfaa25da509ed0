import { setTimeout } from 'node:timers/promises'
import { startServer } from '../../apps/server/src/testing/servers/server-process.ts'
import type { BenchDatabase } from '../support/databases.ts'
import { median, ms, quantile } from '../support/figures.ts'
import { progress } from '../support/progress.ts'
import { flagCount, type Owner } from '../telemetry/events.ts'
import { prepareOwner } from '../telemetry/owner.ts'

/** An hour of ten million events a day. */
const events = Math.round(10_000_000 / 24)
const batchSize = 1_000
const hourMs = 60 * 60 * 1_000
const reads = 200

export const usageHead = [
  'database',
  'events of the hour',
  'of the flag',
  'p50 ms',
  'p99 ms',
  'longest',
  'flag, p50 ms',
]

/** Half of them are of one flag; the others of all. They came in the course of the hour. */
const batchOf = ({ orgId, environmentId }: Owner, first: number, endMs: number) =>
  Array.from({ length: Math.min(batchSize, events - first) }, (_, index) => {
    const at = first + index
    return {
      flagKey: `flag-${at % 2 === 0 ? 0 : at % flagCount}`,
      flagId: '',
      environmentId,
      orgId,
      value: ['blue', 'green', 'red'][at % 3],
      reason: 'RULE_MATCH',
      ruleId: '',
      sdkType: 'server',
      sdkVersion: '1.0.0',
      evaluatedAt: endMs - hourMs + Math.ceil(((at + 1) / events) * hourMs),
    }
  })

/** What one flag's last hour takes to read, in turns with the flag itself; it has half of all events, which came by the front door. */
export const measureUsage = async ({ name, settings }: BenchDatabase): Promise<string[]> => {
  await using server = await startServer(settings)
  const owner = await prepareOwner(server)
  const headers = { authorization: `Bearer ${owner.key}`, 'content-type': 'application/json' }
  const report = progress(`${name}, events`, events)
  const endMs = Date.now()
  for (let first = 0; first < events; first += batchSize) {
    const body = JSON.stringify({ events: batchOf(owner, first, endMs) })
    const { status } = await fetch(`${server.managementUrl}/v1/telemetry/events`, { method: 'POST', headers, body })
    if (status !== 202) throw new Error(`a batch was answered with ${status}`)
    report(first + batchSize)
  }
  await setTimeout(3_000)
  const flag = `/v1/projects/${owner.projectId}/flags/flag-0`
  const ask = async <Body>(path: string, times: number[]): Promise<Body> => {
    const began = performance.now()
    const response = await fetch(`${server.managementUrl}${path}`, { headers })
    const body = await response.json()
    times.push(performance.now() - began)
    return body as Body
  }
  const times: number[] = []
  const ofFlag: number[] = []
  let total = 0
  for (let read = 0; read < reads; read++) {
    const path = `${flag}/usage/live?environmentId=${owner.environmentId}`
    const { minutes } = await ask<{ minutes: { total: number }[] }>(path, times)
    total = minutes.reduce((sum, minute) => sum + minute.total, 0)
    await ask(flag, ofFlag)
  }
  // The minutes that passed since have left the hour.
  if (total < events / 4) throw new Error(`${total} evaluations are shown of about ${events / 2}`)
  return [
    name,
    events.toLocaleString('en'),
    total.toLocaleString('en'),
    ms(median(times)),
    ms(quantile(times, 0.99)),
    ms(quantile(times, 1)),
    ms(median(ofFlag)),
  ]
}
