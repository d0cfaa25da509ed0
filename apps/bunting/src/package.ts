import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { assetsAt } from '@bunting/server/assets'

enableCompileCache()
// Imported after the cache is on, so that everything else starts from it.
const { start } = await import('./start.ts')

const beside = (name: string): URL => new URL(name, import.meta.url)

// Installed from npm: everything lies beside this file, once it is built.
await start(async () =>
  assetsAt({
    dashboard: fileURLToPath(beside('./assets/dashboard')),
    reference: fileURLToPath(beside('./assets/reference')),
    thread: (name) => beside(`./${name}.js`),
  }),
)
