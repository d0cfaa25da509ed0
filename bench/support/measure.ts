import type { ServerProcess } from '../../apps/server/src/testing/servers/server-process.ts'
import type { Connection } from './databases.ts'
import { median, ms, quantile } from './figures.ts'
import { statements } from './statements.ts'

/** A page of a list, and the rows it has to show. */
export type PageCase = { list: string; page: number; path: string; rows: number; deeper: boolean }

export type ListCase = {
  name: string
  /** With its filter, and without limit and cursor. */
  path: string
  /** The same rows in SQL, to find the cursor that a walk would have come to. */
  from: string
  pages: number[]
}

const limit = 100

/** Where each page begins, without walking there; pages beyond the last are the last. */
export const findPages = async (connection: Connection, { name, path, from, pages }: ListCase): Promise<PageCase[]> => {
  const [counted] = await connection.rows<{ count: number }>(`select count(*) as count from ${from}`)
  const count = Number(counted?.count)
  const last = Math.max(1, Math.ceil(count / limit))
  const found: PageCase[] = []
  for (const page of new Set(pages.map((wanted) => Math.min(wanted, last)))) {
    const before = (page - 1) * limit
    const order = `select created_us from ${from} order by created_us desc limit 1 offset ${before - 1}`
    const [row] = page === 1 ? [] : await connection.rows<{ created_us: number }>(order)
    const cursor = row ? `&cursor=${row.created_us}` : ''
    const rows = Math.min(limit, count - before)
    const address = `${path}${path.includes('?') ? '&' : '?'}limit=${limit}${cursor}`
    found.push({ list: name, page, path: address, rows, deeper: page > 1 })
  }
  return found
}

/** Page by page in turns, so that whatever else the machine does meets all of them alike. */
export const measurePages = async (server: ServerProcess, key: string, cases: readonly PageCase[]) => {
  const ask = async ({ path, rows }: PageCase): Promise<number> => {
    const began = performance.now()
    const response = await fetch(`${server.managementUrl}${path}`, { headers: { authorization: `Bearer ${key}` } })
    const body = (await response.json()) as { items?: unknown[] }
    const took = performance.now() - began
    if (body.items?.length !== rows) throw new Error(`${path} shows ${body.items?.length} rows instead of ${rows}`)
    return took
  }
  const measured = cases.map((one) => ({ one, times: [] as number[], statements: 0 }))
  for (const each of measured) each.statements = await countStatements(server, () => ask(each.one))
  const until = performance.now() + maxMs
  for (let round = -warmUps; round < rounds && (round < minRounds || performance.now() < until); round++) {
    for (const { one, times } of measured) {
      const took = await ask(one)
      if (round >= 0) times.push(took)
    }
  }
  return measured
}

const rounds = 300
const minRounds = 10
const warmUps = 10
const maxMs = 20_000

/** The fewest of some tries: the background publisher asks the database now and then too. */
const countStatements = async (server: ServerProcess, work: () => Promise<unknown>): Promise<number> => {
  const counts: number[] = []
  for (let attempt = 0; attempt < 5; attempt++) {
    const before = await statements(server)
    await work()
    counts.push((await statements(server)) - before)
  }
  return Math.min(...counts)
}

export const head = ['list', 'page', 'rows', 'p50 ms', 'p99 ms', 'to page 1', 'statements', 'samples']

/** A line for each page, with how its median compares to that of the list's first page. */
export const lines = (measured: Awaited<ReturnType<typeof measurePages>>): string[][] =>
  measured.map(({ one, times, statements }) => {
    const first = measured.find((other) => other.one.list === one.list)?.times ?? times
    return [
      one.list,
      String(one.page),
      String(one.rows),
      ms(median(times)),
      ms(quantile(times, 0.99)),
      one.deeper ? `${(median(times) / median(first)).toFixed(2)}×` : '',
      String(statements),
      String(times.length),
    ]
  })
