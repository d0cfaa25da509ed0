import { enableCompileCache } from 'node:module'

enableCompileCache()
// Imported after the cache is on, so that everything else starts from it.
const { run } = await import('./run.ts')
await run()
