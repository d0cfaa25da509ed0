import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { makeFolder } from './make-folder.ts'
import { askRedis, startRedis, startRedisProgram } from './redis.ts'
import type { Service } from './service.ts'

const name = 'edge'

export type Sentinel = {
  url: string
  /** The Redis that they name now. */
  master(): Promise<Service>
  stop(): Promise<void>
}

/** A Redis, a replica of it, and three Sentinels that put the replica in its place when it is gone for half a second. */
export async function startSentinel(): Promise<Sentinel> {
  const password = randomUUID()
  const settings = { requirepass: password, masterauth: password, 'repl-diskless-sync-delay': '0' }
  const first = await startRedis(settings)
  const replica = await startRedis({ ...settings, replicaof: `127.0.0.1 ${first.port}` })
  const monitored = [
    `sentinel monitor ${name} 127.0.0.1 ${first.port} 2`,
    `sentinel auth-pass ${name} ${password}`,
    `sentinel down-after-milliseconds ${name} 500`,
    `sentinel failover-timeout ${name} 2000`,
  ]
  const sentinels = await Promise.all([startOne(monitored), startOne(monitored), startOne(monitored)])
  const hosts = sentinels.map(({ port }) => `127.0.0.1:${port}`)
  const all = [...sentinels, replica, first]
  return {
    url: `redis+sentinel://:${password}@${hosts.join(',')}/${name}`,
    master: async () => {
      const [, port] = (await askRedis(sentinels[0], 'sentinel', 'get-master-addr-by-name', name)).split('\n')
      return Number(port) === first.port ? first : replica
    },
    stop: async () => void (await Promise.all(all.map((service) => service.stop()))),
  }
}

/** Sentinel writes what it learns into the file it was started with. */
const startOne = async (monitored: string[]): Promise<Service> => {
  const [port, folder] = [await freePort(), await makeFolder('sentinel')]
  const file = join(folder, 'sentinel.conf')
  await writeFile(file, [`port ${port}`, 'bind 127.0.0.1', `dir ${folder}`, ...monitored].join('\n'))
  return startRedisProgram({ args: [file, '--sentinel'], port, url: `redis://127.0.0.1:${port}`, folder })
}
