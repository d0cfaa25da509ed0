import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { askRedis, startRedis } from './redis.ts'
import type { Service } from './service.ts'

const run = promisify(execFile)

export type Cluster = {
  url: string
  nodes: readonly Service[]
  /** The master that holds the key, and its replica. */
  holdersOf(key: string): Promise<{ master: Service; replica: Service }>
  stop(): Promise<void>
}

/**
 * Starts three masters that share the keys, and a replica of each, which replaces a master that is down for this long. By
 * default it is longer than a busy machine keeps a Redis waiting.
 */
export async function startCluster({ nodeTimeoutMs = 60_000 } = {}): Promise<Cluster> {
  const requirepass = randomUUID()
  const settings = {
    requirepass,
    masterauth: requirepass,
    'cluster-enabled': 'yes',
    'cluster-node-timeout': String(nodeTimeoutMs),
    'repl-diskless-sync-delay': '0',
  }
  const nodes = await Promise.all(Array.from({ length: 6 }, () => startNode(settings)))
  const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`)
  const login = ['-a', requirepass, '--no-auth-warning']
  await run('redis-cli', [...login, '--cluster', 'create', ...addresses, '--cluster-replicas', '1', '--cluster-yes'])
  return {
    url: `redis+cluster://:${requirepass}@${addresses.join(',')}`,
    nodes,
    holdersOf: async (key) => {
      const answers = await Promise.all(nodes.map((node) => askRedis(node, 'exists', key)))
      const master = nodes[answers.indexOf('1')] ?? fail(`no master has ${key}`)
      const roles = await Promise.all(nodes.map((node) => askRedis(node, 'role')))
      const at = roles.findIndex((role) => role.startsWith(`slave\n127.0.0.1\n${master.port}\n`))
      return { master, replica: nodes[at] ?? fail(`${key} has no replica`) }
    },
    stop: async () => void (await Promise.all(nodes.map((node) => node.stop()))),
  }
}

/** A node also needs the port 10,000 above its own, which may be taken or invalid. */
const startNode = async (settings: Record<string, string>, triesLeft = 5): Promise<Service> => {
  try {
    return await startRedis(settings)
  } catch (error) {
    if (triesLeft === 0) throw error
    return startNode(settings, triesLeft - 1)
  }
}

const fail = (problem: string): never => {
  throw new Error(problem)
}
