import { chown, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { makeFolder } from './make-folder.ts'
import { accepts } from './postgres.ts'
import { type Service, startService } from './service.ts'
import { unprivilegedUser } from './unprivileged-user.ts'

/** `transaction`: a server connection belongs to a client only during a transaction. */
export type PoolMode = 'transaction' | 'session'

/**
 * Starts a PgBouncer in front of a PostgreSQL; its `url` is for the same database. It uses its connections in turn, so that
 * state that one client left in a connection is seen by the next.
 */
export async function startPgBouncer(postgresUrl: string, poolMode: PoolMode): Promise<Service> {
  const server = new URL(postgresUrl)
  const port = await freePort()
  const folder = await makeFolder('pgbouncer')
  const user = unprivilegedUser()
  const files = {
    users: `"${server.username}" "${server.password}"\n`,
    'pgbouncer.ini': `[databases]
* = host=${server.hostname} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${join(folder, 'users')}
pool_mode = ${poolMode}
default_pool_size = ${poolMode === 'session' ? 100 : 6}
server_round_robin = 1
`,
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text, { mode: 0o644 })
  if (user) await chown(folder, user.uid, user.gid)
  const url = new URL(postgresUrl)
  url.port = String(port)
  return startService({
    program: { command: 'pgbouncer', args: [join(folder, 'pgbouncer.ini')], folder, user, endSignal: 'SIGKILL' },
    port,
    url: url.href,
    isReady: () => accepts(url.href),
  })
}
