import { command } from '../core/command.ts'
import { text, wholeNumber } from '../core/parameters.ts'

export const serve = command({
  name: 'serve',
  summary: 'Start a server: both APIs and the dashboard',
  description:
    'Every setting is a variable, and docs/settings.md lists them; the options are for those most often changed.',
  target: 'nothing',
  options: {
    port: wholeNumber('port', 'of the Management API (BUNTING_MANAGEMENT_PORT, default 4000)'),
    deliveryPort: wholeNumber('port', 'of the Delivery API (BUNTING_DELIVERY_PORT, default 4001)'),
    host: text('address', 'to listen on (BUNTING_HOST, default 127.0.0.1)'),
    dataDir: text('folder', 'of the embedded database (BUNTING_DATA_DIR, default .bunting)', { complete: 'file' }),
  },
  examples: ['serve', 'serve --port 8080 --delivery-port 8081 --data-dir /var/lib/bunting'],
  run: async ({ serve }, { port, deliveryPort, host, dataDir }) => {
    const settings = {
      BUNTING_MANAGEMENT_PORT: port?.toString(),
      BUNTING_DELIVERY_PORT: deliveryPort?.toString(),
      BUNTING_HOST: host,
      BUNTING_DATA_DIR: dataDir,
    }
    const given = Object.entries(settings).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
    await serve(Object.fromEntries(given))
  },
})
