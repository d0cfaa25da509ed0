import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { assetsAt } from './base/assets.ts'

const { resolve } = createRequire(import.meta.url)

/** The assets of a checkout: the dashboard that was built beside the server, and threads from their sources. */
export const checkoutAssets = assetsAt({
  dashboard: fileURLToPath(new URL('../../dashboard/dist', import.meta.url)),
  reference: dirname(resolve('swagger-ui-dist/package.json')),
  thread: (name) => new URL(`./telemetry/event-log/${name}.ts`, import.meta.url),
})
