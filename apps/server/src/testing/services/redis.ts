import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { freePort } from './free-port.ts'
import { makeFolder } from './make-folder.ts'
import { type Service, startService } from './service.ts'

/** An empty Redis that keeps nothing: empty again after a restart. */
export async function startRedis(): Promise<Service> {
  const port = await freePort()
  const folder = await makeFolder('redis')
  const password = randomUUID()
  const settings = { port, bind: '127.0.0.1', requirepass: password, save: '', appendonly: 'no', dir: folder }
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
  return startService({
    program: { command: 'redis-server', args, folder, endSignal: 'SIGKILL' },
    port,
    url: `redis://:${password}@127.0.0.1:${port}`,
    isReady: () => accepts(port),
  })
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
