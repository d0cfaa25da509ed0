import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chown, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { makePassingFolder } from './make-folder.ts'
import { type Service, startService } from './service.ts'
import { unprivilegedUser } from './unprivileged-user.ts'

// Not synchronized with the disk, which only a power cut would show: what was committed survives `kill`.
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '300',
  fsync: 'off',
  full_page_writes: 'off',
  // Of databases that are dropped within seconds nothing is worth tidying up.
  autovacuum: 'off',
}

/** An empty PostgreSQL, in a folder of its own unless there is one for it. */
export async function startPostgres(place?: string): Promise<Service> {
  const port = await freePort()
  const folder = place ?? (await makePassingFolder('postgres'))
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
  // What SCRAM hashes is nearly half of what a connection costs, of the thousands that are opened.
  const access = ['--username=postgres', '--auth=md5', `--pwfile=${passwordFile}`]
  // Operators' databases sort by the rules of a language, unlike SQLite: a query that depends on the order of texts shows here.
  const language = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US']
  await promisify(execFile)('initdb', ['-D', data, '--no-sync', ...access, ...language], { cwd: folder, ...user })
}

const NOT_YET = ['ECONNREFUSED', 'ECONNRESET', '57P03']

/** Whether it takes connections by now. */
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
