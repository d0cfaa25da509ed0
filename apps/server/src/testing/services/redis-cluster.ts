import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { startRedis } from './redis.ts'

const run = promisify(execFile)

/** Three that share the keys among them. */
export async function startCluster(): Promise<{ url: string; stop(): Promise<void> }> {
  const requirepass = randomUUID()
  const settings = { requirepass, 'cluster-enabled': 'yes', 'cluster-node-timeout': '2000' }
  const nodes = await Promise.all([1, 2, 3].map(() => startRedis(settings)))
  const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`)
  const login = ['-a', requirepass, '--no-auth-warning']
  await run('redis-cli', [...login, '--cluster', 'create', ...addresses, '--cluster-yes'])
  return {
    url: `redis+cluster://:${requirepass}@${addresses.join(',')}`,
    stop: async () => void (await Promise.all(nodes.map((node) => node.stop()))),
  }
}
