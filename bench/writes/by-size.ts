import { type ServerProcess, startServer } from '../../apps/server/src/testing/servers/server-process.ts'
import { type Built, buildLists, sizes } from '../support/build-lists.ts'
import type { BenchDatabase } from '../support/databases.ts'
import { median, ms, quantile, table } from '../support/figures.ts'
import { residentMb } from '../support/process.ts'

export const writes = 20

/** The first environment of a project, and a flag in it. */
type Place = { name: string; path: string; version: number }

const sender =
  ({ managementUrl }: ServerProcess, key: string) =>
  async (method: string, path: string, body: object) => {
    const response = await fetch(`${managementUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const answer = (await response.json()) as { id: string; environments: { id: string }[] }
    if (response.status >= 300) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`)
    return { status: response.status, answer }
  }

type Send = ReturnType<typeof sender>

/** One project of each size, in one database: what does another project's size cost? */
const places = async (send: Send, { large, small }: Built): Promise<Place[]> => {
  const { answer: tiny } = await send('POST', '/v1/projects', { name: 'Tiny', slug: 'tiny' })
  await send('POST', `/v1/projects/${tiny.id}/flags`, { key: 'tiny-1', name: 'Tiny', type: 'boolean' })
  const at = (projectId: string, environmentId = '', flagKey = '') =>
    `/v1/projects/${projectId}/environments/${environmentId}/flags/${flagKey}`
  return [
    { name: '1', path: at(tiny.id, tiny.environments[0]?.id, 'tiny-1'), version: 0 },
    { name: String(sizes.smallFlags), path: at(small.id, small.environments[0], 'small-2000'), version: 1 },
    { name: String(sizes.flags), path: at(large.id, large.environments[0], 'large-50000'), version: 1 },
  ]
}

const run = async (database: BenchDatabase): Promise<string[][]> => {
  const built = await buildLists(database, 1_000)
  await using server = await startServer(database.settings)
  const send = sender(server, built.key)
  const rows: string[][] = []
  for (const { name, path, version } of await places(send, built)) {
    process.stderr.write(`${database.name}: writing configs in an environment of ${name} flags\n`)
    const times: number[] = []
    let partial = 0
    for (let next = version + 1; next <= version + writes; next++) {
      const began = performance.now()
      const { status } = await send('PUT', path, { version: next, enabled: true, defaultValue: false, rules: [] })
      times.push(performance.now() - began)
      if (status === 207) partial++
    }
    const memory = await residentMb(server.pid)
    rows.push([database.name, name, ms(median(times)), ms(quantile(times, 1)), String(partial), String(memory)])
  }
  await server.stop()
  return rows
}

/** What a new config costs in an environment of so many flags; all projects in one database. */
export const bySize = async (databases: readonly (() => Promise<BenchDatabase>)[]): Promise<string> => {
  const rows: string[][] = []
  for (const open of databases) {
    const database = await open()
    try {
      rows.push(...(await run(database)))
    } finally {
      await database.remove()
    }
  }
  return table(['database', 'flags', 'p50 ms', 'longest', 'of them 207', 'MB afterwards'], rows)
}
