import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { makeFolder } from './make-folder.ts'
import { startRedis, startRedisProgram } from './redis.ts'
import type { Service } from './service.ts'

const name = 'edge'

/** A Redis, a replica of it, and a Sentinel that puts the replica in its place when it is gone for half a second. */
export async function startSentinel(): Promise<{ url: string; first: Service; stop(): Promise<void> }> {
  const first = await startRedis()
  const { password } = first
  const replica = await startRedis({
    requirepass: password,
    masterauth: password,
    replicaof: `127.0.0.1 ${first.port}`,
    'repl-diskless-sync-delay': '0',
  })
  const [port, folder] = [await freePort(), await makeFolder('sentinel')]
  // Sentinel writes what it learns into the file it was started with.
  const file = join(folder, 'sentinel.conf')
  await writeFile(
    file,
    [
      `port ${port}`,
      'bind 127.0.0.1',
      `dir ${folder}`,
      `sentinel monitor ${name} 127.0.0.1 ${first.port} 1`,
      `sentinel auth-pass ${name} ${password}`,
      `sentinel down-after-milliseconds ${name} 500`,
      `sentinel failover-timeout ${name} 2000`,
    ].join('\n'),
  )
  const url = `redis+sentinel://:${password}@127.0.0.1:${port}/${name}`
  const sentinel = await startRedisProgram({ args: [file, '--sentinel'], port, url, folder })
  const all = [sentinel, replica, first]
  return { url, first, stop: async () => void (await Promise.all(all.map((service) => service.stop()))) }
}
