import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { isatty } from 'node:tty'
import { fileURLToPath } from 'node:url'
import { command } from '../command.ts'
import { refuse, wrongUse } from '../failure.ts'
import { text, wholeNumber } from '../parameters.ts'

const root = new URL('../../../../', import.meta.url)
const main = fileURLToPath(new URL('apps/server/src/main.ts', root))
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export const serve = command({
  name: 'serve',
  summary: 'Start a server: both APIs and the dashboard',
  description: 'Every setting is a variable, and the README lists them; the options are for those most often changed.',
  target: 'nothing',
  options: {
    port: wholeNumber('port', 'of the Management API (BUNTING_MANAGEMENT_PORT, default 4000)'),
    deliveryPort: wholeNumber('port', 'of the Delivery API (BUNTING_DELIVERY_PORT, default 4001)'),
    host: text('address', 'to listen on (BUNTING_HOST, default 127.0.0.1)'),
    dataDir: text('folder', 'of the embedded database (BUNTING_DATA_DIR, default .bunting)', { complete: 'file' }),
  },
  examples: ['serve', 'serve --port 8080 --delivery-port 8081 --data-dir /var/lib/bunting'],
  run: async ({ environment }, { port, deliveryPort, host, dataDir }) => {
    if (!existsSync(main))
      wrongUse('The server is not part of this installation.', 'Run it from a checkout of Bunting.')
    if (environment.forServer.BUNTING_ROLE !== 'delivery') await buildDashboard()
    const settings = {
      BUNTING_MANAGEMENT_PORT: port?.toString(),
      BUNTING_DELIVERY_PORT: deliveryPort?.toString(),
      BUNTING_HOST: host,
      BUNTING_DATA_DIR: dataDir,
    }
    const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
    const server = spawn(process.execPath, [main], { stdio: 'inherit', env: { ...environment.forServer, ...given } })
    // A terminal sends Ctrl-C to the server as well.
    for (const signal of signals) process.on(signal, () => (signal === 'SIGINT' && isatty(0)) || server.kill(signal))
    const [code, signal] = await once(server, 'exit')
    if (code !== 0) refuse(signal === null ? 'The server did not start.' : `The server was ended by ${signal}.`)
  },
})

/** As `npm start` does: it is built where its sources changed. */
const buildDashboard = async (): Promise<void> => {
  const { ensureDashboard } = await import(new URL('scripts/dashboard/ensure-built.mjs', root).href)
  await ensureDashboard().catch((error: Error) => {
    process.stderr.write(`${error.message}\n`)
    return refuse('The server was not started: its dashboard cannot be built.')
  })
}
