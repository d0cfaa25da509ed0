import { type ServerProcess, type Settings, startServer } from '../../apps/server/src/testing/servers/server-process.ts'
import { postRequest } from '../load/request.ts'
import type { LoadProcess } from '../load/start.ts'
import type { BenchDatabase } from '../support/databases.ts'
import { median, ms, ns } from '../support/figures.ts'
import { peakMb, residentMb } from '../support/process.ts'
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
const roundCount = 3

export type Aggregation = { database: BenchDatabase; load: LoadProcess; events: number }

/** The figures of a day full of events, made while flags are evaluated by the same process. */
export const measureAggregation = async ({ database, load, events }: Aggregation): Promise<string[]> => {
  const { name } = database
  const settings = { ...database.settings, BUNTING_RATE_LIMIT_SERVER: 'off' }
  const day = today()
  const owner = await fill(database, settings, events)

  // Another process, which has done nothing yet.
  await using server = await startServer(settings)
  const before = await residentMb(server.pid)
  const rounds: Round[] = []
  await measureRound(server, owner, load, async () => undefined)
  await maxBlockMs(server)
  for (let n = 0; n < roundCount; n++)
    rounds.push(await measureRound(server, owner, load, () => backfill(server, owner, day)))
  const blocked = await maxBlockMs(server)
  const total = await totalOf(server, owner, day)
  if (total !== events) throw new Error(`${name}: there are ${events} events, and usage shows ${total}`)
  return [
    name,
    events.toLocaleString('en'),
    median(rounds.map(({ seconds }) => seconds)).toFixed(1),
    String(before),
    String(await peakMb(server.pid)),
    ms(blocked),
    ns(median(rounds.map(({ rate }) => rate))),
    ms(median(rounds.flatMap(({ without }) => without))),
    ms(median(rounds.flatMap(({ during }) => during))),
  ]
}

/** The p99 of each second, in milliseconds. */
type Round = { rate: number; without: number[]; during: number[]; seconds: number }

/** What half load is, is measured anew in each round: a machine that is shared changes its pace. */
const measureRound = async (
  server: ServerProcess,
  owner: Owner,
  load: LoadProcess,
  aggregate: () => Promise<unknown>,
): Promise<Round> => {
  const rate = (await evaluations(server, owner, load)).perSecond / 2
  const second = async () => (await evaluations(server, owner, load, rate)).p99Ms
  const without = [await second(), await second(), await second()]
  const began = performance.now()
  let seconds: number | undefined
  const run = aggregate().then(() => {
    seconds = (performance.now() - began) / 1_000
  })
  const during: number[] = []
  do during.push(await second())
  while (seconds === undefined)
  await run
  return { rate, without, during, seconds }
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

/** For a second, as fast as it can or at a rate. */
const evaluations = (server: ServerProcess, { key }: Owner, load: LoadProcess, rate?: number) => {
  const question = { flagKey: 'flag-1', context: { userId: 'ada' } }
  const requests = [postRequest('/v1/evaluate', question, { authorization: `Bearer ${key}` })]
  const port = Number(new URL(server.deliveryUrl).port)
  return load.apply({ port, requests, connections, ms: 1_000, ...(rate === undefined ? {} : { rate }) })
}

/** Since it was last asked. The measure itself waits for 10 ms at a time, which are no block. */
const maxBlockMs = async ({ managementUrl }: ServerProcess): Promise<number> => {
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
