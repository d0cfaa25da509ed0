import cluster from 'node:cluster'
import { enableCompileCache } from 'node:module'

enableCompileCache()
// Imported after the cache is on, so that everything else starts from it.
if (cluster.isWorker) await (await import('./worker.ts')).runWorker()
else await (await import('./run.ts')).run()
