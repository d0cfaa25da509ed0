import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { assetsAt } from '@bunting/server/assets'

enableCompileCache()
// Imported after the compile cache is enabled, so that everything else is loaded through it.
const { start } = await import('./start.ts')

const beside = (name: string): URL => new URL(name, import.meta.url)

// In the npm package all assets are beside this file, once it is built.
await start(async () =>
  assetsAt({
    dashboard: fileURLToPath(beside('./assets/dashboard')),
    reference: fileURLToPath(beside('./assets/reference')),
    thread: (name) => beside(`./${name}.js`),
  }),
)
