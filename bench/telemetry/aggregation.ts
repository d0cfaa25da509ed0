import { setTimeout } from 'node:timers/promises'
import { type ServerProcess, type Settings, startServer } from '../../apps/server/src/testing/server-process.ts'
import type { LoadResult } from '../load/load.ts'
import { postRequest } from '../load/request.ts'
import type { LoadProcess } from '../load/start.ts'
import type { BenchDatabase } from '../support/databases.ts'
import { ms, ns } from '../support/figures.ts'
import { residentMb } from '../support/process.ts'
import { batchesOf, flagCount, type Owner } from './events.ts'
import { prepareOwner } from './owner.ts'

export const aggregationHead = [
  'database',
  'events',
  'aggregated s',
  'MB before',
  'most MB',
  'longest block ms',
  'half load/s',
  'p99 ms without',
  'p99 ms with',
]

const size = 1_000
const connections = 16

export type Aggregation = { database: BenchDatabase; load: LoadProcess; events: number }

/** The figures of a day full of events, made while flags are evaluated by the same process. */
export const measureAggregation = async ({ database, load, events }: Aggregation): Promise<string[]> => {
  const { name } = database
  const settings = { ...database.settings, BUNTING_RATE_LIMIT_SERVER: 'off' }
  const day = today()
  const owner = await fill(database, settings, events)

  // Another process, which has done nothing yet.
  await using server = await startServer(settings)
  const rate = (await evaluations(server, owner, load, 2_000)).perSecond / 2
  const without = await evaluations(server, owner, load, 5_000, rate)
  const before = await residentMb(server.pid)
  await longestBlockMs(server)
  const began = performance.now()
  const run = backfill(server, owner, day).then(() => (performance.now() - began) / 1_000)
  const memory = mostMemory(server, run)
  const during = await whileRunning(server, owner, load, rate, run)
  const seconds = await run
  const blocked = await longestBlockMs(server)
  const total = await totalOf(server, owner, day)
  if (total !== events) throw new Error(`${name}: there are ${events} events, and usage shows ${total}`)
  return [
    name,
    events.toLocaleString('en'),
    seconds.toFixed(1),
    String(before),
    String(await memory),
    ms(blocked),
    ns(rate),
    ms(without.p99Ms),
    ms(during.p99Ms),
  ]
}

/** A batch through the front door, and then the rows it made over and over: 10 million requests' worth takes too long. */
const fill = async (database: BenchDatabase, settings: Settings, events: number): Promise<Owner> => {
  await using server = await startServer(settings)
  const owner = await prepareOwner(server)
  const [batch] = batchesOf(owner, size, Date.now())
  await ask(server, owner, '/v1/telemetry/events', { events: batch })
  await server.stop()
  process.stderr.write(`${database.name}: filling a day\n`)
  const connection = await database.connect()
  await connection.run(database.name === 'SQLite' ? repeatInSqlite(settings, events) : repeatInPostgres(events))
  await connection.settle()
  await connection.close()
  return owner
}

const repeatInSqlite = ({ BUNTING_DATA_DIR: dataDir }: Settings, events: number): string => {
  const table = `log."events ${today()}"`
  return `attach '${dataDir}/events.db' as log;
    insert into ${table} with recursive times (n) as (select 1 union all select n + 1 from times where n < ${events / size - 1})
    select one.* from times, ${table} as one`
}

const repeatInPostgres = (events: number): string =>
  `insert into telemetry_events select one.* from telemetry_events as one, generate_series(1, ${events / size - 1})`

const today = (): string => new Date().toISOString().slice(0, 10)

const evaluations = (server: ServerProcess, { key }: Owner, load: LoadProcess, lengthMs: number, rate?: number) => {
  const question = { flagKey: 'flag-1', context: { userId: 'ada' } }
  const requests = [postRequest('/v1/evaluate', question, { authorization: `Bearer ${key}` })]
  const port = Number(new URL(server.deliveryUrl).port)
  return load.apply({ port, requests, connections, ms: lengthMs, ...(rate === undefined ? {} : { rate }) })
}

/** The median second of those that the run takes: a machine that does other things too has its own worst. */
const whileRunning = async (
  server: ServerProcess,
  owner: Owner,
  load: LoadProcess,
  rate: number,
  run: Promise<unknown>,
): Promise<LoadResult> => {
  let over = false
  const ended = run.finally(() => {
    over = true
  })
  const results: LoadResult[] = []
  do results.push(await evaluations(server, owner, load, 1_000, rate))
  while (!over)
  await ended
  return results.toSorted((a, b) => a.p99Ms - b.p99Ms)[Math.floor(results.length / 2)] as LoadResult
}

const mostMemory = async (server: ServerProcess, run: Promise<unknown>): Promise<number> => {
  let over = false
  const ended = run.finally(() => {
    over = true
  })
  let most = 0
  while (!over) {
    most = Math.max(most, await residentMb(server.pid))
    await setTimeout(100)
  }
  await ended
  return most
}

/** Since it was last asked. The measure itself waits for 10 ms at a time, which are no block. */
const longestBlockMs = async ({ managementUrl }: ServerProcess): Promise<number> => {
  const text = await (await fetch(`${managementUrl}/metrics`)).text()
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1]) * 1_000 - 10
}

const ask = async ({ managementUrl }: ServerProcess, { key }: Owner, path: string, body?: object) => {
  const response = await fetch(`${managementUrl}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(3_600_000),
  })
  const answer = (await response.json()) as { rows: { totalEvaluations: number }[] }
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`)
  return answer
}

const backfill = (server: ServerProcess, owner: Owner, date: string) =>
  ask(server, owner, '/v1/telemetry/backfill', { date, environmentId: owner.environmentId })

const totalOf = async (server: ServerProcess, owner: Owner, date: string): Promise<number> => {
  let total = 0
  for (let flag = 0; flag < flagCount; flag++) {
    const query = `environmentId=${owner.environmentId}&from=${date}&to=${date}`
    const { rows } = await ask(server, owner, `/v1/projects/${owner.projectId}/flags/flag-${flag}/usage?${query}`)
    total += rows[0]?.totalEvaluations ?? 0
  }
  return total
}
