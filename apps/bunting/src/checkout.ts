import { enableCompileCache } from 'node:module'

enableCompileCache()
// Imported after the compile cache is enabled, so that everything else is loaded through it.
const { start } = await import('./start.ts')
await start(async () => (await import('@bunting/server/checkout-assets')).checkoutAssets)
