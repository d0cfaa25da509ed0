import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chown, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { makeFolder } from './make-folder.ts'
import { type Service, startService } from './service.ts'
import { unprivilegedUser } from './unprivileged-user.ts'

// Without fsync, which only matters in a power cut: committed data survives `kill`.
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '300',
  fsync: 'off',
  full_page_writes: 'off',
  // Databases that are dropped within seconds need no vacuum.
  autovacuum: 'off',
}

/** Starts an empty PostgreSQL, in a temporary folder unless one is given. */
export async function startPostgres(place?: string): Promise<Service> {
  const port = await freePort()
  const folder = place ?? (await makeFolder('postgres'))
  const user = unprivilegedUser()
  const password = randomUUID()
  const data = join(folder, 'data')
  await initialize(folder, data, password, user)

  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return startService({
    program: {
      command: 'postgres',
      args: ['-D', data, '-p', String(port), ...args],
      folder,
      user,
      endSignal: 'SIGQUIT',
    },
    port,
    url,
    isReady: () => accepts(url),
  })
}

async function initialize(folder: string, data: string, password: string, user: ReturnType<typeof unprivilegedUser>) {
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, password)
  if (user) {
    for (const path of [folder, passwordFile]) await chown(path, user.uid, user.gid)
  }
  // md5, because hashing by SCRAM is nearly half of the cost of a connection, and thousands are opened.
  const access = ['--username=postgres', '--auth=md5', `--pwfile=${passwordFile}`]
  // Operators' databases sort by a language's rules, unlike SQLite: tests find queries that depend on the order of texts.
  const language = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US']
  await promisify(execFile)('initdb', ['-D', data, '--no-sync', ...access, ...language], { cwd: folder, ...user })
}

const NOT_YET = ['ECONNREFUSED', 'ECONNRESET', '57P03']

/** Tells whether it accepts connections. */
export async function accepts(url: string) {
  const client = new pg.Client(url)
  try {
    await client.connect()
    await client.end()
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && NOT_YET.includes(String(error.code))) return false
    throw error
  }
}
