import cluster from 'node:cluster'
import type { Host } from '@bunting/cli'
import type { Assets } from '@bunting/server/assets'

/** Starts Bunting, which is one program: a command line, one of whose commands starts the server. */
export const start = async (openAssets: () => Promise<Assets>): Promise<void> => {
  if (cluster.isWorker) return (await import('@bunting/server/worker')).runWorker()
  // The reader of standard output may close it early, as in `bunting audit | head`.
  const endQuietly = () => process.exit(0)
  process.stdout.on('error', endQuietly)
  const serve = async (settings: Record<string, string>): Promise<void> => {
    // A server keeps running even if its output is closed.
    process.stdout.off('error', endQuietly)
    // The settings go into the environment, which worker processes inherit.
    Object.assign(process.env, settings)
    const assets = await openAssets()
    await (await import('@bunting/server')).run(assets)
  }
  const restore: Host['restore'] = async (file, settings) =>
    (await import('@bunting/server/restore')).restore(file, { ...process.env, ...settings })
  const argv = process.argv.slice(2)
  // A plain `serve` does not load the command line, which would stay in memory for as long as the server runs.
  if (argv.length === 1 && argv[0] === 'serve') return serve({})
  const host: Host = { streams: process, variables: process.env, serve, restore }
  const { run } = await import('@bunting/cli')
  process.exitCode = await run(argv, host)
}
