import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'
import { makeFolder } from './make-folder.ts'
import { type Service, startService } from './service.ts'

const run = promisify(execFile)

type Settings = Record<string, string>

/** Starts a Redis without persistence: it is empty again after a restart. */
export async function startRedis(settings: Settings = {}): Promise<Service & { password: string }> {
  const password = settings.requirepass ?? randomUUID()
  const port = await freePort()
  const folder = await makeFolder('redis')
  const all = { requirepass: password, ...settings, port, bind: '127.0.0.1', save: '', appendonly: 'no', dir: folder }
  const args = Object.entries(all).flatMap(([name, value]) => [`--${name}`, String(value)])
  const url = `redis://:${password}@127.0.0.1:${port}`
  const service = await startRedisProgram({ args, port, url, folder })
  return Object.assign(service, { password })
}

type RedisProgram = { args: string[]; port: number; url: string; folder: string }

export const startRedisProgram = ({ args, port, url, folder }: RedisProgram): Promise<Service> =>
  startService({
    program: { command: 'redis-server', args, folder, endSignal: 'SIGKILL' },
    port,
    url,
    isReady: () => accepts(port),
  })

/** The answer of Redis to a command; empty if there is none. */
export const askRedis = async ({ url }: Pick<Service, 'url'>, ...command: string[]): Promise<string> => {
  const { port, password } = new URL(url)
  const args = ['-p', port, ...(password === '' ? [] : ['-a', password, '--no-auth-warning']), ...command]
  const { stdout } = await run('redis-cli', args, { timeout: 2_000 }).catch(() => ({ stdout: '' }))
  return stdout.trim()
}

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => resolve(false))
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
