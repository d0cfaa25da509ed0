// Starts the real server and the dashboard from its sources, which reload as they are edited: node apps/dashboard/dev.ts
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer as createSocket } from 'node:net'
import { join } from 'node:path'
import { createClient } from '@bunting/contract'
import { createServer } from 'vite'
import { seed } from './seed.ts'

const folder = import.meta.dirname

const freePort = async (): Promise<string> => {
  const socket = createSocket().listen(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address() as AddressInfo
  socket.close()
  await once(socket, 'close')
  return String(port)
}

const port = await freePort()
const target = `http://127.0.0.1:${port}`
const pages = await createServer({
  configFile: join(folder, 'vite.config.ts'),
  server: { host: '127.0.0.1', proxy: { '^/(v1|api|docs|openapi.json)': target } },
})
await pages.listen()
const [address = ''] = pages.resolvedUrls?.local ?? []

const server = spawn(process.execPath, [join(folder, '..', 'bunting', 'src', 'checkout.ts'), 'serve'], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: {
    ...process.env,
    BUNTING_MANAGEMENT_PORT: port,
    BUNTING_DELIVERY_PORT: '0',
    BUNTING_DATA_DIR: join(folder, '.bunting'),
    // The address in people's browsers: changes from other origins are refused.
    BUNTING_PUBLIC_URL: address,
  },
})

let said = ''
let isSeeded = false
server.stdout.setEncoding('utf8').on('data', async (text: string) => {
  said += text
  process.stdout.write(text)
  const key = /^ +(sk_\S+)$/m.exec(said)?.[1]
  if (isSeeded || key === undefined || !said.includes('Ctrl-C')) return
  isSeeded = true
  await seed(createClient({ baseUrl: target, key }))
})
server.on('exit', (code) => process.exit(code ?? 0))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal))
console.log(`\nThe dashboard is at ${address}`)
