import { setTimeout } from 'node:timers/promises'
import { type ServerProcess, type Settings, startServer } from '../../apps/server/src/testing/servers/server-process.ts'
import { compileSplit } from '../../packages/engine/src/index.ts'
import { postRequest } from '../load/request.ts'
import type { LoadProcess } from '../load/start.ts'
import type { BenchDatabase } from '../support/databases.ts'
import { median, ms } from '../support/figures.ts'
import { peakMb } from '../support/process.ts'
import { type BenchExperiment, startExperiment } from './experiment.ts'

const size = 1_000
const senders = 4
/** A window of a minute, and its grace. */
const maturesInMs = 125_000
const rule = {
  id: 'split',
  distribution: [
    { variant: 'true', weight: 1 },
    { variant: 'false', weight: 1 },
  ],
}

export const foldHead = [
  'database',
  'units',
  'metrics',
  'told s',
  'counted s',
  'results ms',
  'most MB',
  'p99 ms without',
  'p99 ms with',
]

/** All units of an experiment, whose time came while nobody counted, while flags are evaluated by the same process. */
export const measureFold = async (database: BenchDatabase, load: LoadProcess, units: number): Promise<string[]> => {
  const settings = {
    ...database.settings,
    BUNTING_RATE_LIMIT_SERVER: 'off',
    BUNTING_RATE_LIMIT_MANAGEMENT: 'off',
    BUNTING_EVENT_MEGABYTES_PER_DAY: '1000000',
  }
  const { experiment, toldSeconds } = await tell(settings, units)
  process.stderr.write(`${database.name}: waiting until all have matured\n`)
  await setTimeout(maturesInMs)
  await using server = await startServer(settings)
  const began = performance.now()
  const during: number[] = []
  for (;;) {
    during.push((await evaluations(server, experiment, load)).p99Ms)
    const { matured } = await results(server, experiment)
    if (matured >= units) break
    if (performance.now() - began > 600_000) throw new Error(`only ${matured} of ${units} units were counted`)
  }
  const seconds = (performance.now() - began) / 1_000
  const without: number[] = []
  const reads: number[] = []
  for (let round = 0; round < 5; round++) {
    without.push((await evaluations(server, experiment, load)).p99Ms)
    const { tookMs } = await results(server, experiment)
    reads.push(tookMs)
  }
  return [
    database.name,
    units.toLocaleString('en'),
    String(experiment.events.length),
    toldSeconds.toFixed(1),
    seconds.toFixed(1),
    ms(median(reads)),
    String(await peakMb(server.pid)),
    ms(median(without)),
    ms(median(during)),
  ]
}

/** Exposures of all, and what half of them did. The server is stopped before anybody has matured. */
const tell = async (settings: Settings, units: number) => {
  await using server = await startServer(settings)
  const experiment = await startExperiment(server)
  const { variantOf } = compileSplit(experiment.flagKey, rule)
  const began = performance.now()
  let next = 0
  const send = async (): Promise<void> => {
    while (next < units) {
      const from = next
      next += size / 2
      const names = Array.from({ length: size / 2 }, (_, at) => `user-${from + at}`)
      const exposures = names.map((userId) => ({
        flagKey: experiment.flagKey,
        ruleId: rule.id,
        variant: variantOf(userId),
        context: { userId },
      }))
      const events = names.map((userId, at) => ({
        name: experiment.events[at % experiment.events.length],
        context: { userId },
        value: at,
      }))
      const response = await fetch(`${server.managementUrl}/v1/track`, {
        method: 'POST',
        headers: { authorization: `Bearer ${experiment.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ exposures, events }),
      })
      if (response.status !== 202) throw new Error(`${response.status}: ${await response.text()}`)
      await response.text()
    }
  }
  await Promise.all(Array.from({ length: senders }, send))
  return { experiment, toldSeconds: (performance.now() - began) / 1_000 }
}

/** For a second, at a rate that leaves room. */
const evaluations = (server: ServerProcess, { key }: BenchExperiment, load: LoadProcess) => {
  const question = { flagKey: 'checkout', context: { userId: 'ada' } }
  const requests = [postRequest('/v1/evaluate', question, { authorization: `Bearer ${key}` })]
  return load.apply({
    port: Number(new URL(server.deliveryUrl).port),
    requests,
    connections: 16,
    ms: 1_000,
    rate: 2_000,
  })
}

const results = async ({ managementUrl }: ServerProcess, { key, id }: BenchExperiment) => {
  const began = performance.now()
  const response = await fetch(`${managementUrl}/v1/experiments/${id}/results`, {
    headers: { authorization: `Bearer ${key}` },
  })
  const { units } = (await response.json()) as { units: Record<string, { matured: number }> }
  const matured = Object.values(units).reduce((sum, one) => sum + one.matured, 0)
  return { matured, tookMs: performance.now() - began }
}
