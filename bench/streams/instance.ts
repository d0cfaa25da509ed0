import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { Settings } from '../../apps/server/src/testing/servers/server-process.ts'
import { type DeliveryProcess, startDelivery } from '../support/delivery.ts'

/** A Delivery instance with room for so many streams: one process, or as many workers as the limit on files asks for. */
export type Instance = DeliveryProcess & {
  processes: number
  /** Of all its processes, in kilobytes. */
  residentKb(): Promise<number>
}

/** Of the files of a process that serves Delivery alone, so many may be streams; see `rules/access/connections.ts`. */
const streamsOf = (files: number): number => Math.floor(((files - 4_000) * 3) / 4)

/** Node itself takes as many files as the system lets it: the hard limit. */
const files = (): number => {
  const limit = Number(execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }))
  return Number.isNaN(limit) ? 1_048_576 : limit
}

export const openInstance = async (
  redisUrl: string,
  streams: number,
  settings: Settings = {},
  program?: readonly string[],
): Promise<Instance> => {
  const workers = Math.ceil(streams / streamsOf(files()))
  // Workers get connections in turn, and not streams: each has as much room as its files give it.
  const room: Settings =
    workers === 1 ? { BUNTING_MAX_STREAMS: String(streams) } : { BUNTING_DELIVERY_WORKERS: String(workers) }
  const server = await startDelivery(redisUrl, { ...room, ...settings }, program && { program })
  const pids = async () => [server.pid, ...(await childrenOf(server.pid))]
  return {
    ...server,
    processes: workers,
    residentKb: async () => (await Promise.all((await pids()).map(residentKb))).reduce((sum, one) => sum + one, 0),
  }
}

const childrenOf = async (pid: number): Promise<number[]> =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean).map(Number)

const residentKb = async (pid: number): Promise<number> => {
  const text = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(text)?.[1])
}
