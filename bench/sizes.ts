import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { startServer } from '../apps/server/src/testing/servers/server-process.ts'
import { askRedis, startRedis } from '../apps/server/src/testing/services.ts'
import { auditEntries } from './growth/dimensions/audit-entries.ts'
import { versions } from './growth/dimensions/versions.ts'
import { fillFlags } from './growth/flag-rows.ts'
import { insertMany } from './growth/insert.ts'
import { makePlace, type Place, sender } from './growth/place.ts'
import { type BenchDatabase, type Connection, chosenDatabases } from './support/databases.ts'
import { table } from './support/figures.ts'
import { machine } from './support/machine.ts'
import { batchesOf } from './telemetry/events.ts'

const count = 50_000
const eventBatches = 200
const eventsABatch = 1_000
const flagsInRedis = 10_000

const sizeOf = async (database: BenchDatabase): Promise<number> => {
  const { BUNTING_DATA_DIR: dataDir } = database.settings
  const connection = await database.connect()
  await connection.settle()
  const rows = dataDir
    ? []
    : await connection.rows<{ size: number }>('select pg_database_size(current_database()) as size')
  await connection.close()
  if (!dataDir) return Number(rows[0]?.size)
  const files = ['bunting.db', 'events.db'].map((name) => stat(join(dataDir, name)).then(({ size }) => size))
  return (await Promise.all(files)).reduce((sum, size) => sum + size)
}

/** A day's figures of a flag in an environment. */
const fillUsage = (connection: Connection, { environment }: Place): Promise<void> =>
  insertMany(
    connection,
    `usage_days (environment_id, flag_key, day, total, rule_matches, defaults, errors, value_distribution, distinct_values,
      only_value)`,
    [1, count],
    `'${environment.id}', 'flag-' || i, '2026-01-01', 123456, 100000, 23456, 0, '{"true":100000,"false":23456}', 2, null`,
  )

type Filling = { what: string; fill(connection: Connection, place: Place): Promise<void> | undefined }
const fillings: Filling[] = [
  { what: 'a flag with its first version', fill: (connection, place) => fillFlags(connection, place, count) },
  { what: 'a version, one rule', fill: (connection, place) => versions.fill?.(connection, place, count) },
  { what: 'an audit entry', fill: (connection, place) => auditEntries.fill?.(connection, place, count) },
  { what: "a flag's day of usage", fill: fillUsage },
]

const sendEvents = async (database: BenchDatabase, { key, orgId, environment }: Place): Promise<void> => {
  await using server = await startServer(database.settings)
  const send = sender(server.managementUrl, key)
  const owner = { key, orgId, projectId: '', environmentId: environment.id }
  const batches = batchesOf(owner, eventsABatch, Date.now() - 60_000)
  for (let at = 0; at < eventBatches; at++) {
    await send('POST', '/v1/telemetry/events', { events: batches[at % batches.length] })
  }
  await server.stop()
}

const measureDatabase = async (database: BenchDatabase): Promise<string[][]> => {
  const first = await startServer(database.settings)
  const place = await makePlace(sender(first.managementUrl, first.firstKey ?? ''), first.firstKey ?? '')
  await first.stop()
  const rows: string[][] = []
  let before = await sizeOf(database)
  const say = async (what: string, of: number): Promise<void> => {
    const after = await sizeOf(database)
    rows.push([database.name, what, ((after - before) / of).toFixed(0)])
    before = after
  }
  for (const { what, fill } of fillings) {
    process.stderr.write(`  ${database.name}: ${what}\n`)
    const connection = await database.connect()
    await fill(connection, place)
    await connection.close()
    await say(what, count)
  }
  process.stderr.write(`  ${database.name}: events\n`)
  await sendEvents(database, place)
  await say('an event', eventBatches * eventsABatch)
  return rows
}

const measureRedis = async (database: BenchDatabase): Promise<string[][]> => {
  const redis = await startRedis()
  const settings = { ...database.settings, REDIS_URL: redis.url, BUNTING_ROLE: 'management' }
  const memory = async () => Number(/^used_memory:(\d+)/m.exec(await askRedis(redis, 'info', 'memory'))?.[1])
  const first = await startServer(settings)
  const key = first.firstKey ?? ''
  const place = await makePlace(sender(first.managementUrl, key), key)
  await first.stop()
  const before = await memory()
  const connection = await database.connect()
  await fillFlags(connection, place, flagsInRedis)
  await connection.close()
  const server = await startServer(settings)
  await sender(server.managementUrl, key)('POST', `${place.environment.path}/sync`)
  const bytes = ((await memory()) - before) / flagsInRedis
  await server.stop()
  await redis.stop()
  return [['Redis', 'a flag of one rule in an environment', bytes.toFixed(0)]]
}

const rows: string[][] = []
for (const [at, open] of chosenDatabases().entries()) {
  for (const measure of at === 0 ? [measureDatabase, measureRedis] : [measureDatabase]) {
    const database = await open()
    try {
      rows.push(...(await measure(database)))
    } finally {
      await database.remove()
    }
  }
}
process.stdout.write(
  `\n# Sizes\n\nWith indexes, after PostgreSQL's vacuum and SQLite's checkpoint.\n${machine()}\n\n${table(['where', 'what', 'bytes'], rows)}\n`,
)
