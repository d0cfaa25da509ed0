import { enableCompileCache } from 'node:module'

enableCompileCache()
// Imported after the cache is on, so that everything else starts from it.
const { start } = await import('./start.ts')
await start(async () => (await import('@bunting/server/checkout-assets')).checkoutAssets)
