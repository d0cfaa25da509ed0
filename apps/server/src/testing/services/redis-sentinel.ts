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
  /** The current master. */
  master(): Promise<Service>
  stop(): Promise<void>
}

/**
 * Starts a Redis, a replica, and three Sentinels that promote the replica when the master is down for this long. By default
 * it is longer than a busy machine keeps a Redis waiting.
 */
export async function startSentinel({ downAfterMs = 60_000 } = {}): Promise<Sentinel> {
  const password = randomUUID()
  const settings = { requirepass: password, masterauth: password, 'repl-diskless-sync-delay': '0' }
  const first = await startRedis(settings)
  const replica = await startRedis({ ...settings, replicaof: `127.0.0.1 ${first.port}` })
  const ownPassword = randomUUID()
  const settingsOfAll = [
    `requirepass ${ownPassword}`,
    `sentinel monitor ${name} 127.0.0.1 ${first.port} 2`,
    `sentinel auth-pass ${name} ${password}`,
    `sentinel down-after-milliseconds ${name} ${downAfterMs}`,
    `sentinel failover-timeout ${name} 2000`,
  ]
  const startOne = async (): Promise<Service> => {
    const [port, folder] = [await freePort(), await makeFolder('sentinel')]
    // Sentinel writes its state into its configuration file.
    const file = join(folder, 'sentinel.conf')
    await writeFile(file, [`port ${port}`, 'bind 127.0.0.1', `dir ${folder}`, ...settingsOfAll].join('\n'))
    const url = `redis://:${ownPassword}@127.0.0.1:${port}`
    return startRedisProgram({ args: [file, '--sentinel'], port, url, folder })
  }
  const sentinels = await Promise.all([startOne(), startOne(), startOne()])
  const hosts = sentinels.map(({ port }) => `127.0.0.1:${port}`)
  const all = [...sentinels, replica, first]
  return {
    url: `redis+sentinel://:${password}@${hosts.join(',')}/${name}?sentinelPassword=${ownPassword}`,
    master: async () => {
      const [, port] = (await askRedis(sentinels[0], 'sentinel', 'get-master-addr-by-name', name)).split('\n')
      return Number(port) === first.port ? first : replica
    },
    stop: async () => void (await Promise.all(all.map((service) => service.stop()))),
  }
}
