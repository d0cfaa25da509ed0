import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { programAt, startServer } from '../../apps/server/src/testing/servers/server-process.ts'
import { startLoad } from '../load/start.ts'
import type { BenchDatabase } from '../support/databases.ts'
import { median, table } from '../support/figures.ts'
import { sending } from '../support/management-client.ts'
import { recordStatements } from '../support/record.ts'
import type { Statement } from '../support/statement.ts'
import type { BareList } from './bare-server.ts'

const callers = [1, 8]
const mostCallers = Math.max(...callers)
/** A page, and some more. */
const flagCount = 150
const rounds = 9
const roundMs = 1_000
const warmUps = 2

/** The `main.js` of a build to compare with, such as one from before a change. */
const { BUNTING_BENCH_BEFORE: before } = process.env

const config = {
  version: 1,
  enabled: true,
  defaultValue: false,
  rules: [{ conditions: [{ attribute: 'email', operator: 'ends_with', value: '@example.com' }], value: true }],
}

/** A project whose flags have a config in each environment. Comes back with the address of a page of them. */
const furnish = async ({ settings }: BenchDatabase): Promise<{ key: string; path: string }> => {
  await using server = await startServer(settings)
  const key = server.firstKey ?? ''
  const send = sending(server.managementUrl, key)
  const project = `/v1/projects/${(await send('GET', '/v1/projects')).items[0]?.id}`
  const { items: environments } = await send('GET', `${project}/environments`)
  for (let number = 1; number <= flagCount; number++) {
    await send('POST', `${project}/flags`, { key: `flag-${number}`, name: `Flag ${number}`, type: 'boolean' })
    for (const { id } of environments) await send('PUT', `${project}/environments/${id}/flags/flag-${number}`, config)
  }
  await server.stop()
  return { key, path: `${project}/flags?limit=100` }
}

const recordPage = async (original: BenchDatabase, key: string, path: string): Promise<Statement[]> => {
  const database = await original.copy()
  const [, statements = []] = await recordStatements(database, async ({ managementUrl }) => {
    // The first in a minute also writes down that the key was used.
    for (let times = 0; times < 2; times++) await sending(managementUrl, key)('GET', path)
  })
  await database.remove()
  return statements
}

type Side = { port: number; close(): Promise<void> }

const bareSide = async (original: BenchDatabase, statements: readonly Statement[]): Promise<Side> => {
  const database = await original.copy()
  const { BUNTING_DATA_DIR: dataDir, DATABASE_URL: url } = database.settings
  const where = dataDir === undefined ? { url: url ?? '' } : { file: join(dataDir, 'bunting.db') }
  const child = fork(fileURLToPath(new URL('./bare-server.ts', import.meta.url)))
  const ready = once(child, 'message')
  child.send({ ...where, callers: mostCallers, statements } satisfies BareList)
  const [port] = await ready
  return {
    port: port as number,
    close: async () => {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
      await database.remove()
    },
  }
}

const serviceSide = async (original: BenchDatabase, main?: string): Promise<Side> => {
  const database = await original.copy()
  const server = await startServer(database.settings, main === undefined ? {} : { program: programAt(main) })
  return {
    port: Number(new URL(server.managementUrl).port),
    close: async () => {
      await server.stop()
      await database.remove()
    },
  }
}

const measure = async (original: BenchDatabase): Promise<string[][]> => {
  const { key, path } = await furnish(original)
  const statements = await recordPage(original, key, path)
  const sides = [await bareSide(original, statements), await serviceSide(original)]
  if (before !== undefined) sides.push(await serviceSide(original, before))
  using load = startLoad()
  const requests = [`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${key}\r\n\r\n`]
  const rows: string[][] = []
  for (const connections of callers) {
    process.stderr.write(`${original.name}: pages of 100 flags, ${connections} at once\n`)
    const rates = sides.map((): number[] => [])
    for (let round = 0; round < rounds; round++) {
      for (const [index, { port }] of sides.entries()) {
        const { perSecond } = await load.apply({ port, requests, connections, ms: roundMs })
        if (round >= warmUps) rates[index]?.push(perSecond)
      }
    }
    const [bare = [], service = []] = rates
    const ratio = median(service.map((rate, at) => rate / (bare[at] ?? Number.NaN)))
    const perSecond = rates.map((rate) => median(rate).toFixed(0))
    rows.push([original.name, String(connections), String(statements.length), ratio.toFixed(2), ...perSecond])
  }
  for (const side of sides) await side.close()
  return rows
}

/** Pages of 100 flags a second by the API, and by the driver alone with the same statements and JSON, in turns. */
export const againstBare = async (databases: readonly (() => Promise<BenchDatabase>)[]): Promise<string> => {
  const rows: string[][] = []
  for (const open of databases) {
    const database = await open()
    try {
      rows.push(...(await measure(database)))
    } finally {
      await database.remove()
    }
  }
  const head = ['database', 'callers', 'statements', 'ratio', 'bare /s', 'service /s']
  return table(before === undefined ? head : [...head, 'before /s'], rows)
}
