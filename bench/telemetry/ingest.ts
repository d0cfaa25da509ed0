import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { startServer } from '../../apps/server/src/testing/servers/server-process.ts'
import type { LoadProcess } from '../load/start.ts'
import type { BenchDatabase } from '../support/databases.ts'
import { median, ns } from '../support/figures.ts'
import { residentMb } from '../support/process.ts'
import { progress } from '../support/progress.ts'
import type { BareLoad } from './bare-process.ts'
import { batchesOf, requestsOf } from './events.ts'
import { prepareOwner } from './owner.ts'

/** How many events a request has, and how many senders there are. */
const cases = [
  { size: 1, connections: 64 },
  { size: 100, connections: 16 },
  { size: 1_000, connections: 4 },
]
const ms = 1_500
const rounds = 7

export const ingestHead = ['database', 'events a batch', 'senders', 'accepted/s', 'bare/s', 'of bare', 'MB']

/** In turns: what else the machine does meets both alike. */
export const measureIngest = async (database: BenchDatabase, load: LoadProcess): Promise<string[][]> => {
  const { name, settings } = database
  const url = settings.DATABASE_URL
  await using server = await startServer(settings)
  const owner = await prepareOwner(server)
  const rows: string[][] = []
  const port = Number(new URL(server.managementUrl).port)
  for (const { size, connections } of cases) {
    const batches = batchesOf(owner, size, Date.now() - 3_600_000)
    const requests = requestsOf(owner, batches)
    const accepted: number[] = []
    const bare: number[] = []
    await load.apply({ port, requests, connections, ms })
    const report = progress(`${name}, batches of ${size}`, rounds)
    for (let round = 1; round <= rounds; round++) {
      accepted.push((await load.apply({ port, requests, connections, ms })).perSecond * size)
      bare.push(await measureBare({ url, batches, ms }))
      report(round)
    }
    const ratio = median(accepted.map((value, index) => value / (bare[index] as number)))
    rows.push([
      name,
      String(size),
      String(connections),
      ns(median(accepted)),
      ns(median(bare)),
      ratio.toFixed(2),
      String(await residentMb(server.pid)),
    ])
  }
  return rows
}

const measureBare = async (load: BareLoad): Promise<number> => {
  const child = fork(fileURLToPath(new URL('./bare-process.ts', import.meta.url)))
  const answer = once(child, 'message')
  child.send(load)
  const [perSecond] = await answer
  child.disconnect()
  await once(child, 'exit')
  return perSecond as number
}
